import { and, desc, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { dayStart, shiftDay } from './calendar.ts'

/** A table that grows without end. Its index on both columns makes every page cost the same. */
type Log = PgTable & { at: PgColumn; id: PgColumn }
/** Days of the zone, both included, and the row above the page. */
export type LogRange = { from?: string | undefined; to?: string | undefined; before?: number | undefined }

export function inRange(log: Log, { from, to, before }: LogRange, zone: string): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(log.at, dayStart(from, zone)),
    to === undefined ? undefined : lt(log.at, dayStart(shiftDay(to, 1), zone)),
    before === undefined
      ? undefined
      : sql`(${log.at}, ${log.id}) < (select above.at, above.id from ${log} above where above.id = ${before})`,
  )
}

export function newestFirst(log: Log): SQL[] {
  return [desc(log.at), desc(log.id)]
}

/** Makes a page of one row more than it holds: the last one only tells that there is a page below. */
export function pageOf<T>(rows: T[], size: number, idOf: (row: T) => number): { items: T[]; next: number | null } {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? idOf(last) : null }
}
