import type { Cell } from '../http/downloads/csv.ts'
import * as admin from '@portico/contract/orders-admin'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { spanOf } from '../db/in-days.ts'
import { assignOrder } from './assign-order.ts'
import { findOrder, type OrderWithEmail, wholeOrders } from './list-orders.ts'
import { toAdminOrder } from './order-wire.ts'

const COLUMNS = [
  'trade_no',
  'email',
  'type',
  'status',
  'plan',
  'period',
  'currency',
  'price',
  'total',
  'fee',
  'balance',
  'cash',
  'refunded',
  'created_at',
  'paid_at',
  'payment',
]

/** Export and assignment of orders. Bound before `/admin/orders/:trade_no`, which would match the export as an order number. */
export function orderAdminRoutes(router: Router, app: App): void {
  const { db } = app.database

  serveCsv(router, app, admin.adminExportOrders, async (tx, { caller, query }) => {
    const { sort, ...filter } = query
    const { account_id: accountId, method_id: methodId, from, to, q, ...rest } = filter
    const span = spanOf({ from, to }, app.settings()['site.timezone'])
    const { rows, parts } = await wholeOrders(tx, { ...rest, accountId, methodId, span, search: searchFor(q, caller) }, sort)
    const note = () => recordExport(app.database, caller, { entity: 'order', rows, filter }, app.now())
    return { columns: COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toLine)), note }
  })
  serve(router, app, admin.adminAssignOrder, async ({ caller, origin, body }) => {
    const { email, plan_id: planId, period, total_amount: totalAmount, decision } = body
    const wanted = { email, planId, period, totalAmount, decision }
    const { tradeNo } = await assignOrder(app.database, caller, wanted, { now: app.now(), settings: app.settings() })
    return toAdminOrder(await findOrder(db, tradeNo, null), origin.language, app.now())
  })
}

function toLine({ order, email }: OrderWithEmail): Cell[] {
  const money = (amount: number): Cell => ({ amount, currency: order.currency })
  return [
    order.tradeNo,
    email,
    order.type,
    order.status,
    order.snapshot?.planName,
    order.period,
    order.currency,
    money(order.priceAmount),
    money(order.totalAmount),
    money(order.feeAmount),
    money(order.balanceAmount),
    money(order.cashAmount),
    money(order.refundedAmount),
    order.createdAt,
    order.paidAt,
    order.paymentName,
  ]
}
