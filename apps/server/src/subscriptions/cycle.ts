import { addMonths } from '../calendar.ts'
import { trafficEnds } from './gift-subscription.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

/** `before`: when the cycle before this one began. */
export type Cycle = { before: Date; from: Date; to: Date }

/** What the counters count: from the last reset to the next, or to the end of the term. Null: the plan has no cycles. */
export function cycleOf(subscription: SubscriptionRow, zone: string): Cycle | null {
  const { anchorDay, nextResetAt } = subscription
  const to = trafficEnds(subscription)
  if (anchorDay === null || nextResetAt === null || to === null) return null
  const from = addMonths(nextResetAt, -1, anchorDay, zone)
  return from < to ? { before: addMonths(from, -1, anchorDay, zone), from, to } : null
}
