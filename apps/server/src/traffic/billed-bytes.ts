import { type SQL, sql } from 'drizzle-orm'
import { FIRST_ROW } from '../accounts/accounts.table.ts'
import { trafficBatches } from './traffic.table.ts'

/** Nothing is billed above this, because larger numbers are not exact in JSON. */
const MAX = Number.MAX_SAFE_INTEGER

/** Raw bytes times a rate in hundredths, half a byte rounded up. Exact, and capped below 2^53. */
export function billedBytes(raw: number, rate: number): number {
  // Whole hundreds are multiplied separately, because raw × rate could exceed 2^53.
  const rest = raw % 100
  return Math.min(MAX, ((raw - rest) / 100) * rate + Math.floor((rest * rate + 50) / 100))
}

/** `billedBytes` as SQL, within 64 bits. */
export function billedSql(raw: SQL, rate: SQL): SQL {
  return sql`least(${sql.raw(String(MAX))}, ${raw} / 100 * ${rate} + (${raw} % 100 * ${rate} + 50) / 100)`
}

/** A sum, capped where JSON is no longer exact. */
export function capped(sum: SQL): SQL {
  return sql`least(${sum}, ${sql.raw(String(MAX))})::bigint`
}

/** What devices used in reports `b` of which this holds, by their numbers on the nodes: row_id, day and billed. */
export function billedRows(which: SQL): SQL {
  const rate = sql`b.rate::bigint`
  return sql`
    select t.row_id, b.day, ${billedSql(sql`t.up`, rate)} + ${billedSql(sql`t.down`, rate)} as billed
    from ${trafficBatches} b cross join unnest(b.row_ids, b.ups, b.downs) as t (row_id, up, down)
    where ${which} and b.row_ids is not null and t.row_id >= ${sql.raw(String(FIRST_ROW))}`
}
