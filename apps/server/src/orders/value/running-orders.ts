import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { fundsOfOrders } from '../../ledger/funds.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { orders } from '../orders.table.ts'
import { feeHeld } from './fee-held.ts'
import type { RunningOrder } from './surplus.ts'

/** Completed orders, still running, that paid for the member's current subscription, oldest first. */
export async function runningOrders(
  db: Db,
  subscription: SubscriptionRow,
  currency: string,
  now: Date,
): Promise<(RunningOrder & { funds: number })[]> {
  if (subscription.planId === null || !isActive(subscription, now)) return []
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.accountId, subscription.accountId),
        eq(orders.status, 'completed'),
        inArray(orders.type, ['new', 'renew', 'change', 'reset']),
        eq(orders.planId, subscription.planId),
        eq(orders.currency, currency),
        isNotNull(orders.termStart),
        or(isRunningPack(now), subscription.expiresAt === null ? isNull(orders.termEnd) : gt(orders.termEnd, now)),
      ),
    )
    .orderBy(asc(orders.id))
  const heldBy = await fundsOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((order) => {
    const { id, period, termStart, termEnd, snapshot } = order
    if (period === null || termStart === null || snapshot === null) return []
    const { total: funds, own } = heldBy(id)
    const { transferEnable: quota, resetMode = 'monthly', usedBefore = 0 } = snapshot
    return [{ id, period, funds, paid: funds - feeHeld(order, own), termStart, termEnd, quota, resetMode, usedBefore }]
  })
}

/** A pack ends with its cycle. A permanent plan has cycles if staff gave it, and none if it was bought. */
function isRunningPack(now: Date): SQL | undefined {
  return and(eq(orders.type, 'reset'), or(isNull(orders.termEnd), gt(orders.termEnd, now)))
}
