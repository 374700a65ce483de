import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { lockSubscription } from './change-subscription.ts'
import { isActive } from './state.ts'
import { subscriptions } from './subscriptions.table.ts'

/** A term granted earlier; `end` null: permanent. */
export type GivenTerm = { planId: number; start: Date; end: Date | null }

/**
 * Takes the rest of a granted term off a subscription: the time still to come, but never ending before now; a permanent term ends now.
 * Returns the milliseconds taken, 0 if the member no longer holds it. Time granted in other ways stays.
 */
export async function withdrawTerm(tx: Tx, accountId: number, { planId, start, end }: GivenTerm, now: Date): Promise<number> {
  const held = await lockSubscription(tx, accountId)
  if (held.planId !== planId || !isActive(held, now)) return 0
  if (end === null || held.expiresAt === null) {
    if (end !== null || held.expiresAt !== null) return 0
    await tx.update(subscriptions).set({ expiresAt: now, nextResetAt: null }).where(eq(subscriptions.accountId, accountId))
    return 0
  }
  const rest = Math.max(0, end.getTime() - Math.max(now.getTime(), start.getTime()))
  const expiresAt = new Date(Math.max(now.getTime(), held.expiresAt.getTime() - rest))
  if (rest > 0) await tx.update(subscriptions).set({ expiresAt }).where(eq(subscriptions.accountId, accountId))
  return rest
}
