import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { fundsOfOrders } from '../../ledger/funds.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { orders } from '../orders.table.ts'
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
        subscription.expiresAt === null ? isNull(orders.termEnd) : gt(orders.termEnd, now),
      ),
    )
    .orderBy(asc(orders.id))
  const held = await fundsOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, period, termStart, termEnd, snapshot, feeAmount }) => {
    if (period === null || termStart === null || snapshot === null) return []
    const funds = held.get(id) ?? 0
    // The fee was never part of the price.
    const { transferEnable: quota, resetMode = 'monthly', usedBefore = 0 } = snapshot
    return [{ id, period, funds, paid: Math.max(0, funds - feeAmount), termStart, termEnd, quota, resetMode, usedBefore }]
  })
}
