import { isMoving, type OrderStatus } from '@portico/contract/order-status'
import { inArray } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { createWatch } from '../processes/watch.ts'
import { service } from '../service.ts'
import { findOrder } from './list-orders.ts'
import { orders } from './orders.table.ts'

const orderWatch = service((app) =>
  createWatch(app, {
    name: 'order events',
    atOnce: 3,
    read: (ids) => statusesOf(app.database.db, ids),
    fault: 'orders could not be watched',
    // Somebody has just paid, and waits.
    lookMs: 500,
  }),
)

/**
 * The current status of an account's order, then each new one, until the order is settled, ten minutes have passed or the caller has left.
 * Throws `order.not_found` and `limit.exceeded` before the first.
 */
export async function* orderStatuses(
  app: App,
  { accountId, tradeNo }: { accountId: number; tradeNo: string },
  left: AbortSignal,
): AsyncGenerator<OrderStatus> {
  const { order } = await findOrder(app.database.db, tradeNo, accountId)
  for await (const { version: status } of orderWatch(app).follow(accountId, left, order.id)) {
    yield status
    if (!isMoving(status)) return
  }
}

async function statusesOf(db: Db, ids: number[]): Promise<Map<number, { version: OrderStatus }>> {
  const rows = await db.select({ id: orders.id, version: orders.status }).from(orders).where(inArray(orders.id, ids))
  return new Map(rows.map(({ id, version }) => [id, { version }]))
}
