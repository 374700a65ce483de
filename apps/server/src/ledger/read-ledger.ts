import { and, countDistinct, desc, eq, exists, inArray, like, sql, type SQL, sum } from 'drizzle-orm'
import type { Movement } from '@portico/contract/ledger-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { mapParts, type WholeList, wholeList } from '../db/whole-list.ts'
import { type Days, inSpan, spanOf } from '../db/in-days.ts'
import { ledgerAccounts, type LedgerCheckRow, ledgerChecks, ledgerEntries, type LedgerKind, ledgerTransactions } from './ledger.table.ts'

export type TrialLine = { kind: LedgerKind; currency: string; accounts: number; received: number; given: number; balance: number }

/** Received and given by kind of account and currency; each currency sums to zero. */
export function trialBalance(db: Db, days: Days, zone: string): Promise<TrialLine[]> {
  const { amount, transactionId } = ledgerEntries
  const meant = inSpan(ledgerTransactions.createdAt, spanOf(days, zone))
  const asked = db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).where(meant)
  return db
    .select({
      kind: ledgerAccounts.kind,
      currency: ledgerAccounts.currency,
      accounts: countDistinct(ledgerAccounts.id),
      received: sql<number>`coalesce(sum(${amount}) filter (where ${amount} > 0), 0)::bigint`.mapWith(Number),
      given: sql<number>`coalesce(-sum(${amount}) filter (where ${amount} < 0), 0)::bigint`.mapWith(Number),
      balance: sum(amount).mapWith(Number),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(meant && inArray(transactionId, asked))
    .groupBy(ledgerAccounts.currency, ledgerAccounts.kind)
    .orderBy(ledgerAccounts.currency, ledgerAccounts.kind)
}

export async function lastCheck(db: Db): Promise<LedgerCheckRow | undefined> {
  const [check] = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.id)).limit(1)
  return check
}

export async function transactionKinds(db: Db): Promise<Movement[]> {
  const rows = await db.selectDistinct({ kind: ledgerTransactions.kind }).from(ledgerTransactions).orderBy(ledgerTransactions.kind)
  return rows.map(({ kind }) => kind)
}

export type LedgerFilter = Days & {
  account?: LedgerKind | undefined
  account_id?: number | undefined
  kind?: Movement | undefined
  q?: string | undefined
}
export type Entry = { transactionId: number; kind: LedgerKind; ownerId: number; owner: string | null; currency: string; amount: number }
export type Transaction = { id: number; kind: Movement; note: string; by: string | null; createdAt: Date; entries: Entry[] }

/** Transactions by filter, newest first, with their entries. Days are of the zone, both included. */
export async function listTransactions(db: Db, filter: LedgerFilter, zone: string, paging: Paging): Promise<Page<Transaction>> {
  const { items, ...count } = await readPage(db, select(db).where(matching(db, filter, zone)), [desc(ledgerTransactions.id)], paging)
  return { items: await withEntries(db, items), ...count }
}

/** All transactions of a filter. `rows`: number of entries, not of transactions. */
export async function wholeTransactions(tx: Tx, filter: LedgerFilter, zone: string): Promise<WholeList<Transaction>> {
  const ids = tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(matching(tx, filter, zone))
  const rows = await tx.$count(ledgerEntries, inArray(ledgerEntries.transactionId, sql`(${ids})`))
  const read = (some: number[]) => select(tx).where(inArray(ledgerTransactions.id, some))
  const { parts } = await wholeList(tx, ids.orderBy(desc(ledgerTransactions.id)), read, ({ id }) => id)
  return { rows, parts: mapParts(parts, (some) => withEntries(tx, some)) }
}

function select(db: Db) {
  const { id, kind, note, createdAt, byAccountId } = ledgerTransactions
  return db
    .select({ id, kind, note, createdAt, by: accounts.label })
    .from(ledgerTransactions)
    .leftJoin(accounts, eq(accounts.id, byAccountId))
    .$dynamic()
}

async function withEntries(db: Db, rows: Omit<Transaction, 'entries'>[]): Promise<Transaction[]> {
  const entries = await entriesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, entries: entries.get(row.id) ?? [] }))
}

function matching(db: Db, { account, account_id, kind, q, ...days }: LedgerFilter, zone: string): SQL | undefined {
  const touched = and(
    account && eq(ledgerAccounts.kind, account),
    account_id === undefined ? undefined : eq(ledgerAccounts.ownerId, account_id),
  )
  const touching = db
    .select({ one: sql`1` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(and(eq(ledgerEntries.transactionId, ledgerTransactions.id), touched))
  return and(
    touched && exists(touching),
    kind ? eq(ledgerTransactions.kind, kind) : undefined,
    q ? like(ledgerTransactions.note, `%${likeText(q.trim())}%`) : undefined,
    inSpan(ledgerTransactions.createdAt, spanOf(days, zone)),
  )
}

async function entriesOf(db: Db, ids: number[]): Promise<Map<number, Entry[]>> {
  if (ids.length === 0) return new Map()
  const { transactionId, amount, currency } = ledgerEntries
  const rows = await db
    .select({ transactionId, amount, currency, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId, owner: accounts.label })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .leftJoin(
      accounts,
      and(eq(accounts.id, ledgerAccounts.ownerId), inArray(ledgerAccounts.kind, ['member', 'commission', 'held', 'debt'])),
    )
    .where(inArray(transactionId, ids))
    .orderBy(ledgerEntries.id)
  return Map.groupBy(rows, (row) => row.transactionId)
}
