import * as contract from '@portico/contract/commissions'
import * as admin from '@portico/contract/commissions-admin'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import type { Cell } from '../http/downloads/csv.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { ok, type Router, serve } from '../http/router.ts'
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

  serve(router, app, contract.inviteDetails, async ({ caller, query }) => {
    const { items, total } = await listCommissions(db, { receiverId: caller.accountId, status: query.status }, query)
    return { items: items.map(toCommission), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, contract.transferCommission, async ({ caller, body }) => {
    await app.limits.payoutsByAccount.take(String(caller.accountId))
    await transferCommission(app.database, caller, { amount: body.amount, currency: app.settings()['site.currency'] }, app.now())
    return ok
  })

  serve(router, app, admin.adminListCommissions, async ({ caller, query }) => {
    const filter = { status: query.status, search: searchFor(query.q, caller) }
    const [{ items, total }, sums] = await Promise.all([listCommissions(db, filter, query), totalCommissions(db, filter)])
    return { items: items.map(toAdminCommission), total, page: query.page, page_size: query.page_size, sums }
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
  return {
    id: commission.id,
    level: commission.level,
    buyer: veiled(buyerEmail),
    base_amount: commission.baseAmount,
    rate: commission.rate,
    amount: commission.amount,
    reversed_amount: commission.reversedAmount,
    currency: commission.currency,
    status: commission.status,
    frozen_until: commission.frozenUntil.toISOString(),
    paid_at: commission.paidAt?.toISOString() ?? null,
    created_at: commission.createdAt.toISOString(),
  }
}

function toAdminCommission(row: CommissionWithNames): admin.AdminCommission {
  const { commission, tradeNo, buyerEmail, receiverEmail } = row
  return {
    ...toCommission(row),
    trade_no: tradeNo,
    buyer_id: commission.buyerId,
    buyer_email: buyerEmail,
    receiver_id: commission.receiverId,
    receiver_email: receiverEmail,
  }
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
