import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { fundsOfOrders, type Held } from '../../ledger/funds.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { feeHeld } from './fee-held.ts'
import type { RunningOrder } from './surplus.ts'

type Term = Pick<SubscriptionRow, 'planId' | 'expiresAt'>

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
    const held = heldBy(order.id)
    const one = asRunning(order, held, subscription, now)
    return one ? { ...one, funds: held.total } : []
  })
}

/** An order that pays for this term, if it holds what is given. Null: its own term is over. */
export function asRunning(order: OrderRow, { total, own }: Held, { planId, expiresAt }: Term, now: Date): RunningOrder | null {
  const { id, type, period, termStart, begunAt, termEnd, cut, snapshot } = order
  if (order.planId !== planId || period === null || termStart === null || snapshot === null) return null
  if (termEnd === null ? type !== 'reset' && expiresAt !== null : termEnd <= now) return null
  if (type !== 'reset' && termEnd !== null && expiresAt === null) return null
  const { transferEnable: quota, resetMode = 'monthly', usedBefore = 0 } = snapshot
  const cutMs = cut ? cut.taken + cut.lost : 0
  return { id, period, paid: total - feeHeld(order, own), termStart, begunAt, termEnd, cutMs, quota, resetMode, usedBefore }
}

/** Condition: the pack's cycle runs. A permanent plan has cycles only if staff gave it. */
function isRunningPack(now: Date): SQL | undefined {
  return and(eq(orders.type, 'reset'), or(isNull(orders.termEnd), gt(orders.termEnd, now)))
}
