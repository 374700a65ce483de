import { type SQL, sql } from 'drizzle-orm'

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
