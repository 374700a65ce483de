import * as admin from '@portico/contract/ledger-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import type { Tx } from '../db/client.ts'
import { mapParts } from '../db/whole-list.ts'
import type { Cell } from '../http/downloads/csv.ts'
import { type Router, serve } from '../http/router.ts'
import { inOnePart, serveCsv } from '../http/downloads/serve-csv.ts'
import { dayKey } from '../calendar.ts'
import { toPage, toWire } from '../to-wire.ts'
import { dayRange } from '../traffic/list-traffic.ts'
import { checkLedger } from './check-ledger.ts'
import { financeByMonth } from './finance-by-month.ts'
import { incomeByDay } from './income-by-day.ts'
import type { LedgerCheckRow } from './ledger.table.ts'
import {
  lastCheck,
  type LedgerFilter,
  listTransactions,
  type Transaction,
  transactionKinds,
  trialBalance,
  type TrialLine,
  wholeTransactions,
} from './read-ledger.ts'

const ENTRY_COLUMNS = ['transaction', 'at', 'kind', 'note', 'by', 'account', 'owner', 'currency', 'amount']
const MONTH_SUMS = ['income', 'fees', 'refunds', 'commission', 'withdrawals', 'net'] as const
const MONTH_COLUMNS = ['month', 'currency', ...MONTH_SUMS]
const BALANCE_COLUMNS = ['account', 'currency', 'accounts', 'received', 'given', 'balance']

export function ledgerRoutes(router: Router, app: App): void {
  const { db } = app.database
  const zone = (): string => app.settings()['site.timezone']

  serve(router, app, admin.adminTrialBalance, async ({ query }) => {
    const [items, check, kinds] = await Promise.all([trialBalance(db, query, zone()), lastCheck(db), transactionKinds(db)])
    return { items, total: items.length, sums: sumsOf(items), last_check: check ? toCheck(check) : null, kinds }
  })
  serve(router, app, admin.adminFinanceByMonth, async ({ query }) => {
    const items = await financeByMonth(db, query, zone())
    return { items, total: items.length }
  })
  serve(router, app, admin.adminLedgerTransactions, async ({ query }) =>
    toPage(await listTransactions(db, query, zone(), query), query, toTransaction),
  )
  serveCsv(router, app, admin.adminExportLedger, async (tx, { caller, query: filter }) => {
    const table = await ledgerTable(tx, filter, zone())
    const note = () => recordExport(app.database, caller, { entity: 'ledger', rows: table.rows, filter }, app.now())
    return { ...table, note }
  })
  serve(router, app, admin.adminCheckLedger, async ({ caller }) => toCheck(await checkLedger(app.database, caller, app.now())))
  serve(router, app, admin.adminIncome, async ({ query }) => {
    const range = dayRange(query, dayKey(app.now(), zone()), 30)
    const currency = app.settings()['site.currency']
    const days = await incomeByDay(db, range, { zone: zone(), currency })
    const items = days.map(({ newMembers: new_members, ...day }) => ({ ...day, new_members }))
    return { from: range.from, to: range.to, currency, items, total: items.length }
  })
}

/** Table of the ledger's export: trial balance, months, or entries of all transactions. */
async function ledgerTable(tx: Tx, query: LedgerFilter & { what: 'transactions' | 'balance' | 'months' }, zone: string) {
  switch (query.what) {
    case 'balance':
      return inOnePart(BALANCE_COLUMNS, (await trialBalance(tx, query, zone)).map(toBalanceLine))
    case 'months':
      return inOnePart(MONTH_COLUMNS, (await financeByMonth(tx, query, zone)).map(toMonthLine))
    case 'transactions': {
      const { rows, parts } = await wholeTransactions(tx, query, zone)
      return { columns: ENTRY_COLUMNS, rows, lines: mapParts(parts, (found) => found.flatMap(toEntryLines)) }
    }
  }
}

function sumsOf(lines: TrialLine[]) {
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    received: of.reduce((sum, { received }) => sum + received, 0),
    given: of.reduce((sum, { given }) => sum + given, 0),
    balance: of.reduce((sum, { balance }) => sum + balance, 0),
  }))
}

function toCheck(check: LedgerCheckRow): admin.LedgerCheck {
  return toWire(admin.LedgerCheck, check)
}

function toTransaction(transaction: Transaction): admin.LedgerTransaction {
  const entries = transaction.entries.map((entry) => toWire(admin.LedgerEntry, entry))
  return toWire(admin.LedgerTransaction, { ...transaction, entries })
}

function toBalanceLine({ kind, currency, accounts, ...sums }: TrialLine): Cell[] {
  const { received, given, balance } = sums
  return [kind, currency, accounts, ...[received, given, balance].map((amount) => ({ amount, currency }))]
}

function toMonthLine({ month, currency, ...sums }: admin.FinanceMonth): Cell[] {
  return [month, currency, ...MONTH_SUMS.map((name) => ({ amount: sums[name], currency }))]
}

function toEntryLines({ id, createdAt, kind, note, by, entries }: Transaction): Cell[][] {
  return entries.map((entry) => [
    id,
    createdAt,
    kind,
    note,
    by,
    entry.kind,
    entry.owner ?? String(entry.ownerId),
    entry.currency,
    { amount: entry.amount, currency: entry.currency },
  ])
}
