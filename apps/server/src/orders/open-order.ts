import { and, eq, lt } from 'drizzle-orm'
import { periodMonths } from '@portico/contract/periods'
import type { Database, Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { grantTerm, lockSubscription } from '../subscriptions/change-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { lockOrderById, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'

/**
 * Delivers a paid order from its snapshot; subscription and status change together. Safe to call any number of times: an
 * order that is not in `processing` is left alone. What cannot be opened goes to review, with its money safe.
 */
export async function openOrder({ transaction }: Database, orderId: number, { now, zone }: { now: Date; zone: string }): Promise<OrderRow> {
  return transaction(async (tx) => {
    const order = await lockOrderById(tx, orderId)
    if (order.status !== 'processing') return order
    const reason = await deliver(tx, order, now, zone)
    if (reason) return moveOrder(tx, order, 'hold', { reviewReason: reason })
    return moveOrder(tx, order, 'complete', { completedAt: now, reviewReason: null })
  })
}

const STUCK_AFTER_MS = 60_000
const LAST_YEAR = 9990

/** Queues the opening of paid orders that have waited for a minute. An order already queued keeps its one job. */
export async function reopenOrders({ transaction }: Database, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const stuck = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.status, 'processing'), lt(orders.paidAt, new Date(now.getTime() - STUCK_AFTER_MS))))
      .limit(500)
    for (const { id } of stuck) await enqueue(tx, 'open_order', { order_id: id }, { key: `open_order:${id}` })
  })
}

/** Returns why it cannot be delivered, or null when it is. */
async function deliver(tx: Tx, order: OrderRow, now: Date, zone: string): Promise<string | null> {
  if (order.type !== 'new' && order.type !== 'renew') return `type ${order.type} cannot be opened`
  const current = await lockSubscription(tx, order.accountId)
  const holdsOther = current.planId !== null && current.planId !== order.planId && isActive(current, now)
  if (holdsOther) return 'the member has come to hold another active plan'
  const months = periodMonths[order.period]
  const isPermanent = current.planId === order.planId && isActive(current, now) && current.expiresAt === null
  if (isPermanent && months !== null) return 'the member has come to hold this plan permanently'
  // A year of five digits is nothing the database or a client can read; "for ever" is a term without an end.
  if (current.planId === order.planId && (current.expiresAt?.getUTCFullYear() ?? 0) > LAST_YEAR)
    return 'the term ends too far off to be extended'
  const { groupId, transferEnable, speedLimit, deviceLimit } = order.snapshot
  await grantTerm(tx, current, { planId: order.planId, groupId, transferEnable, speedLimit, deviceLimit, months }, now, zone)
  return null
}
