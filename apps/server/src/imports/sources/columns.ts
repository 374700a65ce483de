import { Temporal } from 'temporal-polyfill'
import type { OldRow } from '../old/old-database.ts'

/** A whole number of a column; null: it is empty, or none. Some programs write whole numbers as `1073741824.0`. */
export function wholeIn(text: string | null | undefined): bigint | null {
  const digits = /^\s*(-?\d+)(?:\.0*)?\s*$/.exec(text ?? '')?.[1]
  return digits === undefined ? null : BigInt(digits)
}

/** A small whole number of a column; null: it is empty, none, or too large. */
export function smallIn(text: string | null | undefined): number | null {
  const number = Number(wholeIn(text) ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** Booleans, as databases write them. */
export function isSet(text: string | null | undefined): boolean {
  return text === '1' || text === 't' || text?.toLowerCase() === 'true'
}

/** A moment from the seconds or milliseconds since 1970; null: none, or out of range. */
export function momentOf(milliseconds: bigint | null): Date | null {
  if (milliseconds === null) return null
  const date = new Date(Number(milliseconds))
  return Number.isNaN(date.getTime()) ? null : date
}

/** `2026-11-27 19:08:02.301889`, without a zone, as a moment in UTC; with one, as it says. null: none. */
export function utcIn(text: string | null | undefined): Date | null {
  const [, day, time, fraction = '', zone = 'Z'] = DATE.exec(text ?? '') ?? []
  if (day === undefined) return null
  const date = new Date(`${day}T${time ?? '00:00:00'}${fraction.slice(0, 4)}${zone.length === 3 ? `${zone}:00` : zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The same, but never before that moment: what is smaller than a millisecond counts as a whole one. */
export function utcAfter(text: string | null | undefined): Date | null {
  const date = utcIn(text)
  const rest = /\.\d{3}(\d*)/.exec(text ?? '')?.[1] ?? ''
  return date !== null && /[1-9]/.test(rest) ? new Date(date.getTime() + 1) : date
}
const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/

/** `2026-11-27 19:08:02` as clocks in the zone showed it. null: none. */
export function zonedIn(text: string | null | undefined, zone: string): Date | null {
  const [, day, time = '00:00:00'] = DATE.exec(text ?? '') ?? []
  if (day === undefined || day.startsWith('0000')) return null
  try {
    return new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds)
  } catch {
    return null
  }
}

/** Rows by a column, for tables that are small beside the members'. */
export async function rowsBy(rows: AsyncIterable<OldRow>, column: string): Promise<Map<string, OldRow[]>> {
  const found = new Map<string, OldRow[]>()
  for await (const row of rows) {
    const key = row[column] ?? ''
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}
