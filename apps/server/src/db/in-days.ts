import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { dayStart, shiftDay } from '../calendar.ts'

/** A range of days in the site's time zone, both included; an absent end is open. */
export type Days = { from?: string | undefined; to?: string | undefined }
/** A range of time; `until` is exclusive. */
export type Span = { since: Date | undefined; until: Date | undefined }

export function spanOf({ from, to }: Days, zone: string): Span {
  return {
    since: from === undefined ? undefined : dayStart(from, zone),
    until: to === undefined ? undefined : dayStart(shiftDay(to, 1), zone),
  }
}

/** A condition for times in that span; undefined: any time. */
export function inSpan(at: PgColumn, span: Span | undefined): SQL | undefined {
  return and(span?.since && gte(at, span.since), span?.until && lt(at, span.until))
}
