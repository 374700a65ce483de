import * as contract from '@portico/contract/orders'
import * as admin from '@portico/contract/orders-admin'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { type Caller, type Router, serve } from '../http/router.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { findOrder, listOrders } from './list-orders.ts'
import { toAdminOrder, toOrder } from './order-wire.ts'
import type { OrderRow } from './orders.table.ts'
import { placeOrder } from './place-order.ts'
import { enqueue } from '../jobs/queue.ts'

export function orderRoutes(router: Router, app: App): void {
  const { db } = app.database
  const wire = (order: OrderRow): contract.Order => toOrder(order, app.now())

  serve(router, app, contract.saveOrder, async ({ caller, body }) => {
    await app.limits.ordersByAccount.take(String(caller.accountId))
    const input = { planId: body.plan_id, period: body.period }
    return wire(await placeOrder(app.database, caller, input, { now: app.now(), settings: app.settings() }))
  })
  serve(router, app, contract.cancelOrder, async ({ caller, body }) =>
    wire(await cancelOrder(app.database, caller.accountId, body.trade_no)),
  )
  serve(router, app, contract.orderDetails, async ({ caller, query }) =>
    wire((await findOrder(db, query.trade_no, caller.accountId)).order),
  )
  serve(router, app, contract.checkOrder, async ({ caller, query }) => {
    const { order } = await findOrder(db, query.trade_no, caller.accountId)
    return { trade_no: order.tradeNo, status: order.status }
  })
  serve(router, app, contract.fetchOrders, async ({ caller, query }) => {
    const { items, total } = await listOrders(db, { accountId: caller.accountId, status: query.status }, query)
    return { items: items.map((row) => wire(row.order)), total, page: query.page, page_size: query.page_size }
  })

  serve(router, app, admin.adminListOrders, async ({ query }) => {
    const { items, total } = await listOrders(db, { status: query.status, type: query.type, q: query.q }, query)
    return { items: items.map((row) => toAdminOrder(row, app.now())), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminCancelOrder, async ({ caller, params }) => {
    await cancelOrder(app.database, null, params.trade_no)
    return audited(app, caller, 'order.cancel', params.trade_no)
  })
  serve(router, app, admin.adminRetryOrder, async ({ caller, params }) => {
    await app.database.transaction(async (tx) => {
      const order = await moveOrder(tx, await lockOrder(tx, params.trade_no), 'retry')
      await enqueue(tx, 'open_order', { order_id: order.id }, { key: `open_order:${order.id}` })
    })
    return audited(app, caller, 'order.retry', params.trade_no)
  })
}

async function audited(app: App, by: Caller, action: string, tradeNo: string): Promise<admin.AdminOrder> {
  await record(app.database.db, { actorId: by.accountId, action, target: tradeNo, at: app.now() })
  return toAdminOrder(await findOrder(app.database.db, tradeNo, null), app.now())
}
