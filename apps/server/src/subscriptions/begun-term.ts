import { dayOfMonth } from '../calendar.ts'
import { cycleAt } from './reset-days.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

type Held = Pick<SubscriptionRow, 'startsBy' | 'expiresAt' | 'resetMode'>
type Begun = Pick<SubscriptionRow, 'startsBy' | 'expiresAt' | 'anchorDay' | 'resetZone' | 'cycleBeganAt' | 'nextResetAt'>

/**
 * What changes in a held term that begins at `at`, or at its last date if that was before: it ends as much earlier as it begins before that
 * date. `now` decides which of its cycles runs. null: the term is not held.
 */
export function begunTerm({ startsBy, expiresAt, resetMode }: Held, at: Date, now: Date, zone: string): Begun | null {
  if (startsBy === null) return null
  const start = at < startsBy ? at : startsBy
  const anchorDay = dayOfMonth(start, zone)
  const end = expiresAt && new Date(expiresAt.getTime() - (startsBy.getTime() - start.getTime()))
  return { startsBy: null, expiresAt: end, anchorDay, resetZone: zone, ...cycleAt(now, start, { resetMode, anchorDay, zone }) }
}
