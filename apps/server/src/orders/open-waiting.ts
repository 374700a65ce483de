import { asc, eq } from 'drizzle-orm'
import type { App } from '../app.ts'
import { openOrder } from './open-order.ts'
import { orders } from './orders.table.ts'

const AT_ONCE = 4
const LIMIT = 500
const TRY_AGAIN_MS = 30_000

/**
 * Opens the orders that are paid and wait for it. Their status is the queue: an order is in it exactly when its payment is
 * booked, whatever happens to the process in between. One that cannot be opened holds up no other, and is tried again.
 */
export function createOpener(app: App): () => Promise<void> {
  const failed = new Map<number, number>()
  const open = async (id: number): Promise<void> => {
    try {
      const order = await openOrder(app.database, id, { now: app.now(), settings: app.settings() })
      if (order.status === 'review') app.log.error({ order: order.tradeNo, reason: order.reviewReason }, 'paid order needs an operator')
      failed.delete(id)
    } catch (error) {
      app.log.error({ err: error, order: id }, 'a paid order could not be opened')
      failed.set(id, app.now().getTime() + TRY_AGAIN_MS)
    }
  }
  return async () => {
    const waiting = await app.database.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.status, 'processing'))
      .orderBy(asc(orders.paidAt))
      .limit(LIMIT)
    const next = waiting.filter(({ id }) => (failed.get(id) ?? 0) <= app.now().getTime()).values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { id } of next) await open(id)
      }),
    )
  }
}
