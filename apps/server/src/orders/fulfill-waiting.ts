import { asc, eq, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { batchesBy } from './batches.ts'
import { openUnlocked } from './fulfill-order.ts'
import { type OrderRow, orders } from './orders.table.ts'

/** Lock for members who change groups; two such moves could deadlock. */
const BETWEEN_GROUPS = 0
const LIMIT = 500
/** Orders per transaction. */
const TOGETHER = 20
const TRY_AGAIN_MS = 30_000

/**
 * Opens paid orders. Their status is the queue, so a crash loses none. If a batch fails, its orders are opened one by one, so a broken
 * order blocks no others; each failure is retried after 30 seconds. Several processes share the work: each skips orders that another one
 * has locked.
 */
export function createOpener(app: App): () => Promise<void> {
  const failed = new Map<number, number>()
  const context = () => ({ now: app.now(), settings: app.settings() })
  const noted = (order: OrderRow): void => {
    if (order.status === 'review') app.log.error({ order: order.tradeNo, reason: order.reviewReason }, 'paid order needs an operator')
    failed.delete(order.id)
  }
  const open = async (ids: number[], groupId: number | null): Promise<void> => {
    try {
      for (const order of await openUnlocked(app.database, { ids, groupId }, context())) noted(order)
    } catch (error) {
      if (ids.length > 1) {
        for (const id of ids) await open([id], null)
      } else {
        app.log.error({ err: error, order: ids[0] }, 'a paid order could not be opened')
        failed.set(ids[0] ?? 0, app.now().getTime() + TRY_AGAIN_MS)
      }
    }
  }
  return async () => {
    const waiting = await app.database.db
      .select({
        id: orders.id,
        accountId: orders.accountId,
        type: orders.type,
        groupId: sql<string | null>`${orders.snapshot} ->> 'groupId'`,
      })
      .from(orders)
      .where(eq(orders.status, 'processing'))
      .orderBy(asc(orders.paidAt))
      .limit(LIMIT)
    const ready = waiting.filter(({ id }) => (failed.get(id) ?? 0) <= app.now().getTime())
    // Purchases for one group go together: two transactions that change members of several groups could deadlock.
    const keyOf = ({ id, type, groupId }: (typeof ready)[number]): unknown => (type === 'new' || type === 'renew' ? groupId : id)
    for (const batch of batchesBy(ready, TOGETHER, keyOf))
      await open(
        batch.map(({ id }) => id),
        batch[0] ? groupOf(batch[0]) : null,
      )
  }
}

/** The group whose members the order changes; null: none. */
function groupOf({ type, groupId }: Pick<OrderRow, 'type'> & { groupId: string | null }): number | null {
  if (type === 'topup') return null
  return type === 'change' ? BETWEEN_GROUPS : Number(groupId)
}
