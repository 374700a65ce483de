import type { ResetMode } from '@portico/contract/reset-mode'
import { type SQL, sql } from 'drizzle-orm'
import { addMonths, dayKey, dayStart } from '../calendar.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

export type Rhythm = { resetMode: ResetMode; anchorDay: number; zone: string }

/** The longest day. A reset so near the beginning or the end of a term would give a second quota for a few hours. */
const DAY_MS = 25 * 3_600_000

/** Whether a day lies between two moments; otherwise a reset would give a second quota. */
export function isDayLater(at: Date, than: Date): boolean {
  return at.getTime() - than.getTime() > DAY_MS
}

/** The first reset after a reset or the beginning of a term, at midnight in the zone; null: never. */
export function resetAfter(from: Date, rhythm: Rhythm): Date | null {
  const next = resetDay(from, rhythm)
  return next && !isDayLater(next, from) ? resetDay(next, rhythm) : next
}

/** The cycle that runs `now`, if one began at `from`. */
export function cycleAt(now: Date, from: Date, rhythm: Rhythm): { cycleBeganAt: Date; nextResetAt: Date | null } {
  let [cycleBeganAt, nextResetAt] = [from, resetAfter(from, rhythm)]
  while (nextResetAt !== null && nextResetAt <= now) [cycleBeganAt, nextResetAt] = [nextResetAt, resetAfter(nextResetAt, rhythm)]
  return { cycleBeganAt, nextResetAt }
}

/** Resets of a term. */
export function resetsWithin(start: Date, end: Date, rhythm: Rhythm): Date[] {
  const found: Date[] = []
  for (let at = resetAfter(start, rhythm); at !== null && isDayLater(end, at); at = resetAfter(at, rhythm)) found.push(at)
  return found
}

type Ends = Pick<SubscriptionRow, 'expiresAt' | 'nextResetAt' | 'nextPartAt'>

/** Next reset of used traffic; null: the term ends first, or has none. */
export function comingReset({ expiresAt, nextResetAt, nextPartAt }: Ends): Date | null {
  const end = nextPartAt ?? expiresAt
  return nextResetAt !== null && (end === null || isDayLater(end, nextResetAt)) ? nextResetAt : null
}

/** End of the current quota: next reset, start of given time, or the term's end; null: permanent, or none. */
export function quotaEnds(term: Ends): Date | null {
  return comingReset(term) ?? term.nextPartAt ?? term.expiresAt
}

const endSql = sql`coalesce(${subscriptions.nextPartAt}, ${subscriptions.expiresAt})`

/** `comingReset` in SQL. */
export const comingResetSql: SQL = sql`(case when ${endSql} is null
  or ${endSql} > ${subscriptions.nextResetAt} + make_interval(secs => ${DAY_MS / 1000}) then ${subscriptions.nextResetAt} end)`

/** `quotaEnds` in SQL. */
export const quotaEndsSql: SQL = sql`coalesce(${comingResetSql}, ${endSql})`

function resetDay(from: Date, { resetMode, anchorDay, zone }: Rhythm): Date | null {
  switch (resetMode) {
    case 'monthly':
      return dayStart(dayKey(addMonths(from, 1, anchorDay, zone), zone), zone)
    case 'first_of_month':
      return dayStart(dayKey(addMonths(from, 1, 1, zone), zone), zone)
    case 'yearly':
      return dayStart(dayKey(addMonths(from, 12, anchorDay, zone), zone), zone)
    case 'january_first':
      return dayStart(`${Number(dayKey(from, zone).slice(0, 4)) + 1}-01-01`, zone)
    case 'never':
      return null
  }
}
