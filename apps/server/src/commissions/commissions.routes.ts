import * as contract from '@portico/contract/commissions'
import * as admin from '@portico/contract/commissions-admin'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import type { Cell } from '../http/downloads/csv.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { type CommissionWithNames, findCommission, listCommissions, totalCommissions, wholeCommissions } from './list-commissions.ts'
import { transferCommission } from './transfer-commission.ts'
import { voidCommission } from './void-commission.ts'

const COLUMNS = [
  'trade_no',
  'buyer',
  'receiver',
  'level',
  'rate',
  'currency',
  'base',
  'amount',
  'reversed',
  'left',
  'status',
  'created_at',
  'frozen_until',
  'paid_at',
]

export function commissionRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.inviteDetails, async ({ caller, query }) =>
    toPage(await listCommissions(db, { receiverId: caller.accountId, status: query.status }, query), query, toCommission),
  )
  serve(router, app, contract.transferCommission, async ({ caller, body }) => {
    await app.limits.payoutsByAccount.take(String(caller.accountId))
    await transferCommission(app.database, caller, { amount: body.amount, currency: app.settings()['site.currency'] }, app.now())
  })

  serve(router, app, admin.adminListCommissions, async ({ caller, query }) => {
    const filter = { status: query.status, search: searchFor(query.q, caller) }
    const [found, sums] = await Promise.all([listCommissions(db, filter, query), totalCommissions(db, filter)])
    return { ...toPage(found, query, toAdminCommission), sums }
  })
  serveCsv(router, app, admin.adminExportCommissions, async (tx, { caller, query }) => {
    const { sort, ...filter } = query
    const { rows, parts } = await wholeCommissions(tx, { status: filter.status, search: searchFor(filter.q, caller) }, sort)
    const note = () => recordExport(app.database, caller, { entity: 'commission', rows, filter }, app.now())
    return { columns: COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toLine)), note }
  })
  serve(router, app, admin.adminVoidCommission, async ({ caller, params, body }) => {
    await voidCommission(app.database, caller, { id: params.id, reason: body.reason }, app.now())
    return toAdminCommission(await findCommission(db, params.id))
  })
}

function toCommission({ commission, buyerEmail }: CommissionWithNames): contract.Commission {
  return toWire(contract.Commission, { ...commission, buyer: veiled(buyerEmail) })
}

function toAdminCommission({ commission, ...names }: CommissionWithNames): admin.AdminCommission {
  return toWire(admin.AdminCommission, { ...commission, ...names, buyer: veiled(names.buyerEmail) })
}

function toLine({ commission, tradeNo, buyerEmail, receiverEmail }: CommissionWithNames): Cell[] {
  const { currency, amount, reversedAmount } = commission
  const money = (value: number): Cell => ({ amount: value, currency })
  return [
    tradeNo,
    buyerEmail,
    receiverEmail,
    commission.level,
    commission.rate / 100,
    currency,
    money(commission.baseAmount),
    money(amount),
    money(reversedAmount),
    money(amount - reversedAmount),
    commission.status,
    commission.createdAt,
    commission.frozenUntil,
    commission.paidAt,
  ]
}

/** Masks an address: anna@example.com → an***@e***. Only those who know the address recognise it. */
function veiled(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 2)}***@${domain.slice(0, 1)}***`
}
