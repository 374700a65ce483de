import { dayOfMonth } from '../calendar.ts'
import { shiftParts } from './parts/parts.ts'
import { cycleAt } from './reset-days.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

type Held = Pick<SubscriptionRow, 'startsBy' | 'expiresAt' | 'resetMode' | 'cycleBeganAt' | 'nextResetAt' | 'parts' | 'nextPartAt'>
type Begun = Omit<Held, 'resetMode'> & Pick<SubscriptionRow, 'anchorDay' | 'resetZone'>

/**
 * What changes in a held term that begins at `at`, or at its last date if that was before: it ends as much earlier as it begins before that
 * date. Not before it was given: a late report may be of traffic from before. `now` decides which of its cycles runs; a term that was sold
 * in parts keeps them. null: the term is not held.
 */
export function begunTerm(held: Held, at: Date, now: Date, zone: string): Begun | null {
  const { startsBy, expiresAt, resetMode, cycleBeganAt: given, nextResetAt } = held
  if (startsBy === null) return null
  const first = at < startsBy ? at : startsBy
  const start = given !== null && given > first && given < startsBy ? given : first
  const earlier = startsBy.getTime() - start.getTime()
  const anchorDay = dayOfMonth(start, zone)
  const cycle = nextResetAt
    ? { cycleBeganAt: given !== null && given > start ? given : start, nextResetAt: new Date(nextResetAt.getTime() - earlier) }
    : cycleAt(now, start, { resetMode, anchorDay, zone })
  const end = expiresAt && new Date(expiresAt.getTime() - earlier)
  return { startsBy: null, expiresAt: end, anchorDay, resetZone: zone, ...cycle, ...shiftParts(held, startsBy, -earlier) }
}
