import { type SQL, sql } from 'drizzle-orm'

/** Nothing is ever billed above this: larger numbers are not exact in JSON. */
const MAX = Number.MAX_SAFE_INTEGER

/** Raw bytes by a rate in hundredths, half a byte rounded up. Exact below 2^53, where it stays. */
export function billedBytes(raw: number, rate: number): number {
  // Whole hundreds apart, because raw × rate alone would leave 2^53.
  const rest = raw % 100
  return Math.min(MAX, ((raw - rest) / 100) * rate + Math.floor((rest * rate + 50) / 100))
}

/** The same in SQL, without leaving 64 bits. */
export function billedSql(raw: SQL, rate: SQL): SQL {
  return sql`least(${sql.raw(String(MAX))}, ${raw} / 100 * ${rate} + (${raw} % 100 * ${rate} + 50) / 100)`
}

/** A sum that stays where JSON is exact. */
export function capped(sum: SQL): SQL {
  return sql`least(${sum}, ${sql.raw(String(MAX))})::bigint`
}
