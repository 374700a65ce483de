import { toDecimal } from '@portico/contract/money'
import * as admin from '@portico/contract/orders-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { toCsv } from '../http/csv.ts'
import { type Router, serve } from '../http/router.ts'
import { assignOrder } from './assign-order.ts'
import { findOrder, listOrders, type OrderWithEmail } from './list-orders.ts'
import { toAdminOrder } from './order-wire.ts'

const EXPORT_ROWS = 10_000
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
export function orderDeskRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, admin.adminExportOrders, async ({ caller, query }) => {
    const { sort, account_id: accountId, ...filter } = query
    const { items } = await listOrders(db, { ...filter, accountId }, { page: 1, page_size: EXPORT_ROWS, sort })
    await recordExport(app.database, caller, { entity: 'order', rows: items.length, filter }, app.now())
    return { csv: toCsv(COLUMNS, items.map(toLine)), rows: items.length }
  })
  serve(router, app, admin.adminAssignOrder, async ({ caller, origin, body }) => {
    const { email, plan_id: planId, period, total_amount: totalAmount, decision } = body
    const wanted = { email, planId, period, totalAmount, decision }
    const { tradeNo } = await assignOrder(app.database, caller, wanted, { now: app.now(), settings: app.settings() })
    return toAdminOrder(await findOrder(db, tradeNo, null), origin.language, app.now())
  })
}

function toLine({ order, email }: OrderWithEmail): string[] {
  const money = (amount: number): string => toDecimal(amount, order.currency)
  return [
    order.tradeNo,
    email,
    order.type,
    order.status,
    order.snapshot?.planName ?? '',
    order.period ?? '',
    order.currency,
    money(order.priceAmount),
    money(order.totalAmount),
    money(order.feeAmount),
    money(order.balanceAmount),
    money(order.cashAmount),
    money(order.refundedAmount),
    order.createdAt.toISOString(),
    order.paidAt?.toISOString() ?? '',
    order.paymentName ?? '',
  ]
}
