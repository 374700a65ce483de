import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { orders } from './orders.table.ts'
import type { RunningOrder } from './surplus.ts'

/** Completed orders, still running, that paid for the member's current subscription, oldest first. */
export async function runningOrders(
  db: Db,
  subscription: SubscriptionRow,
  currency: string,
  now: Date,
): Promise<(RunningOrder & { refunded: number })[]> {
  if (subscription.planId === null || !isActive(subscription, now)) return []
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.accountId, subscription.accountId),
        eq(orders.status, 'completed'),
        inArray(orders.type, ['new', 'renew', 'change']),
        eq(orders.planId, subscription.planId),
        eq(orders.currency, currency),
        isNotNull(orders.termStart),
        subscription.expiresAt === null ? isNull(orders.termEnd) : gt(orders.termEnd, now),
      ),
    )
    .orderBy(asc(orders.id))
  return rows.flatMap((row) => {
    if (row.period === null || row.termStart === null || row.snapshot === null) return []
    const paid = row.totalAmount + row.balanceAmount + row.surplusAmount - row.creditAmount
    // Refunds may include the fee, which was never part of the price.
    const kept = Math.max(0, paid - row.refundedAmount)
    const { id, period, termStart, termEnd, snapshot, refundedAmount: refunded } = row
    return [{ id, period, paid: kept, refunded, termStart, termEnd, quota: snapshot.transferEnable }]
  })
}
