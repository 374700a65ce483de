import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Days, inSpan, spanOf } from './db/in-days.ts'

/** A log table that grows without limit. Its index on both columns makes every page equally fast. */
type Log = PgTable & { at: PgColumn; id: PgColumn }
/** `before`: id of the row above the page. */
export type LogRange = Days & { before?: number | undefined }

export function inRange(log: Log, { before, ...days }: LogRange, zone: string): SQL | undefined {
  return and(
    inSpan(log.at, spanOf(days, zone)),
    before === undefined
      ? undefined
      : sql`(${log.at}, ${log.id}) < (select above.at, above.id from ${log} above where above.id = ${before})`,
  )
}

export function newestFirst(log: Log): SQL[] {
  return [desc(log.at), desc(log.id)]
}

/** Makes a page from one row more than fits: the extra row only shows that another page follows. */
export function pageOf<T>(rows: T[], size: number, idOf: (row: T) => number): { items: T[]; next: number | null } {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? idOf(last) : null }
}
