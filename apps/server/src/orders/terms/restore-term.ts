import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { changeSubscription, firstCycle, newTerm } from '../../subscriptions/change-subscription.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { shiftLater } from './cut-term.ts'
import { type OrderRow, orders } from '../orders.table.ts'

/**
 * Gives back the milliseconds that `cutTerm` took from a locked order: at its end while it runs, at the end of the plan if it had not
 * begun, or from now on if no plan runs. Returns false if another term runs. `subscription` is locked and fresh.
 */
export async function restoreTerm(
  tx: Tx,
  order: OrderRow,
  subscription: SubscriptionRow,
  ms: number,
  { now, settings }: Context,
): Promise<boolean> {
  const { termStart, termEnd, planId, snapshot, accountId } = order
  if (ms === 0 || termStart === null || termEnd === null || planId === null || snapshot === null) return false
  const runs = subscription.planId !== null && isActive(subscription, now)
  const later = (at: Date): Date => new Date(at.getTime() + ms)
  if (runs) {
    if (subscription.planId !== planId || subscription.expiresAt === null) return false
    const hasBegun = termStart < termEnd
    if (hasBegun && termEnd <= now) return false
    const end = later(hasBegun ? termEnd : subscription.expiresAt)
    if (hasBegun) await shiftLater(tx, order, ms)
    await changeSubscription(tx, accountId, { expiresAt: later(subscription.expiresAt) }, now)
    await move(tx, order, hasBegun ? termStart : subscription.expiresAt, end)
    return true
  }
  const zone = settings['site.timezone']
  const { planName: _, usedBefore: __, resetMode = 'monthly', ...limits } = snapshot
  const change = {
    ...newTerm(subscription, { ...limits, resetMode }),
    planId,
    expiresAt: later(now),
    ...firstCycle(resetMode, now, zone),
  }
  await changeSubscription(tx, accountId, change, now)
  // The part before the cut keeps its length, so the unused share stays the same.
  await move(tx, order, new Date(now.getTime() - (termEnd.getTime() - termStart.getTime())), later(now))
  return true
}

async function move(tx: Tx, { id }: OrderRow, termStart: Date, termEnd: Date): Promise<void> {
  await tx.update(orders).set({ termStart, termEnd }).where(eq(orders.id, id))
}
