import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { dayOfMonth } from '../../calendar.ts'
import { conditionsOf } from '../../subscriptions/conditions.ts'
import { changeSubscription, firstCycle, newTerm, type SubscriptionChange } from '../../subscriptions/change-subscription.ts'
import { resumedTerm } from '../../subscriptions/stored-term.ts'
import { boughtUntil, noParts, shiftParts } from '../../subscriptions/parts/parts.ts'
import { cycleAt } from '../../subscriptions/reset-days.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { StoredTerm, SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { shiftLater } from './cut-term.ts'
import { type OrderRow, orders, type PlanSnapshot } from '../orders.table.ts'

/**
 * Gives back the milliseconds that `cutTerm` took from a locked order: at its end while it runs, at the end of the plan if it had not
 * begun, or from now on if no plan runs; used traffic stays used. Returns false if another term runs. `held`: what the member held before
 * the cut. `subscription` is locked and fresh.
 */
export async function restoreTerm(
  tx: Tx,
  order: OrderRow,
  subscription: SubscriptionRow,
  { ms, held }: { ms: number; held: StoredTerm | null },
  { now, settings }: Context,
): Promise<boolean> {
  const { termStart, termEnd, planId, snapshot, accountId } = order
  if (ms === 0 || termStart === null || termEnd === null || planId === null || snapshot === null) return false
  const hasBegun = termStart < termEnd
  const runs = subscription.planId !== null && isActive(subscription, now)
  const later = (at: Date): Date => new Date(at.getTime() + ms)
  if (runs) {
    if (subscription.planId !== planId || subscription.expiresAt === null) return false
    if (hasBegun && termEnd <= now) return false
    const from = hasBegun ? termEnd : (boughtUntil(subscription) ?? subscription.expiresAt)
    if (hasBegun) await shiftLater(tx, order, ms)
    await changeSubscription(tx, accountId, { expiresAt: later(subscription.expiresAt), ...shiftParts(subscription, from, ms) }, now)
    await move(tx, order, hasBegun ? termStart : from, later(from))
    return true
  }
  const zone = settings['site.timezone']
  // The part before the cut keeps its length, so the unused share stays the same.
  const start = new Date(now.getTime() - (termEnd.getTime() - termStart.getTime()))
  // Only a renewal begins later than it was bought: another order may have been used even if it was cut in the moment it began.
  const wasUsed = hasBegun || order.type !== 'renew'
  const change = wasUsed && held ? resumed(subscription, held, { start, now, zone }) : unbegun(subscription, snapshot, { now, zone })
  await changeSubscription(tx, accountId, { ...change, ...noParts, planId, expiresAt: later(now) }, now)
  await move(tx, order, start, later(now))
  return true
}

/** The subscription with its cycle resumed where it was cut. */
function resumed(subscription: SubscriptionRow, held: StoredTerm, { start, now, zone }: When & { start: Date }): SubscriptionChange {
  const term = resumedTerm(subscription, held)
  const anchorDay = dayOfMonth(start, zone)
  return { ...term, anchorDay, resetZone: zone, ...cycleAt(now, start, { resetMode: term.resetMode, anchorDay, zone }) }
}

type When = { now: Date; zone: string }

function unbegun(subscription: SubscriptionRow, snapshot: PlanSnapshot, { now, zone }: When): SubscriptionChange {
  const conditions = conditionsOf(snapshot, 'monthly')
  return { ...newTerm(subscription, conditions), ...firstCycle(conditions.resetMode, now, zone) }
}

async function move(tx: Tx, { id }: OrderRow, termStart: Date, termEnd: Date): Promise<void> {
  await tx.update(orders).set({ termStart, termEnd }).where(eq(orders.id, id))
}
