import { addMonths } from '../calendar.ts'
import { quotaEnds } from './reset-days.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

/** `before`: when the cycle before this one began. */
export type Cycle = { before: Date; from: Date; to: Date }

/** Cycle of the counters, from the last reset to the next or the term's end; null: no cycles. */
export function cycleOf(
  subscription: Pick<
    SubscriptionRow,
    'anchorDay' | 'cycleBeganAt' | 'expiresAt' | 'nextPartAt' | 'nextResetAt' | 'resetMode' | 'resetZone'
  >,
  siteZone: string,
): Cycle | null {
  const { anchorDay, cycleBeganAt, nextResetAt, resetMode } = subscription
  const to = quotaEnds(subscription)
  if (anchorDay === null || nextResetAt === null || to === null) return null
  const zone = subscription.resetZone ?? siteZone
  const months = resetMode === 'yearly' || resetMode === 'january_first' ? 12 : 1
  const from = cycleBeganAt ?? addMonths(nextResetAt, -months, anchorDay, zone)
  return from < to ? { before: addMonths(from, -months, anchorDay, zone), from, to } : null
}
