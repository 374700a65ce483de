import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { lockSubscription } from './change-subscription.ts'
import { shiftParts } from './parts/parts.ts'
import { isActive } from './state.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/** A term granted earlier; `end` null: permanent. */
export type GivenTerm = { planId: number; start: Date; end: Date | null }

/** End of the subscription without a granted term's rest, never before now; null: the term is not held. */
export function termWithout(held: SubscriptionRow, term: GivenTerm, now: Date): Date | null {
  if (held.planId !== term.planId || !isActive(held, now)) return null
  if (term.end === null || held.expiresAt === null) return term.end === null && held.expiresAt === null ? now : null
  return new Date(Math.max(now.getTime(), held.expiresAt.getTime() - restOf(term, now)))
}

/**
 * Takes the rest of a granted term off a subscription: the time still to come, but never ending before now; a permanent term ends now.
 * Returns the milliseconds taken, 0 if the member no longer holds it. Time granted in other ways stays.
 */
export async function withdrawTerm(tx: Tx, accountId: number, term: GivenTerm, now: Date): Promise<number> {
  const held = await lockSubscription(tx, accountId)
  const expiresAt = termWithout(held, term, now)
  if (expiresAt === null) return 0
  const isPermanent = held.expiresAt === null
  const rest = restOf(term, now)
  await tx
    .update(subscriptions)
    .set({
      // The moment of the end still counts, so what ends now ends just before.
      expiresAt: expiresAt > now ? expiresAt : new Date(now.getTime() - 1),
      ...(isPermanent && { nextResetAt: null }),
      ...(term.end && shiftParts(held, term.end, -rest)),
    })
    .where(eq(subscriptions.accountId, accountId))
  return isPermanent ? 0 : rest
}

/** Milliseconds left of a term. */
function restOf({ start, end }: GivenTerm, now: Date): number {
  return end === null ? 0 : Math.max(0, end.getTime() - Math.max(now.getTime(), start.getTime()))
}
