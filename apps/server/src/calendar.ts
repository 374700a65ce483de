import { Temporal } from 'temporal-polyfill'

/**
 * Adds calendar months in the zone, keeping the wall-clock time. `anchorDay` is the day of month the term began on: short
 * months clamp to their last day and longer ones return to it (31 Jan → 28 Feb → 31 Mar).
 */
export function addMonths(from: Date, months: number, anchorDay: number, zone: string): Date {
  const start = zoned(from, zone)
  const first = start.with({ day: 1 }).add({ months })
  const day = Math.min(anchorDay, first.daysInMonth)
  return new Date(first.with({ day }).epochMilliseconds)
}

/** Day of month in the zone. */
export function dayOfMonth(at: Date, zone: string): number {
  return zoned(at, zone).day
}

/** Minutes since midnight on the zone's clock. */
export function minuteOfDay(at: Date, zone: string): number {
  const { hour, minute } = zoned(at, zone)
  return hour * 60 + minute
}

/** Whether a moment is on the anchor day, or on the last day of a month that is too short for it. */
export function isOnAnchor(at: Date, anchorDay: number, zone: string): boolean {
  const { day, daysInMonth } = zoned(at, zone)
  return day === Math.min(anchorDay, daysInMonth)
}

/** Date in the zone, as YYYY-MM-DD. */
export function dayKey(at: Date, zone: string): string {
  return zoned(at, zone).toPlainDate().toString()
}

/** Date and time of day in the zone, as spreadsheets read it: 2026-11-30 23:59:59. */
export function localTime(at: Date, zone: string): string {
  return zoned(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The moment that date begins in the zone. */
export function dayStart(day: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
}

/** The date that many days later (negative: earlier), as YYYY-MM-DD. */
export function shiftDay(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The number of days from one date to a later one; 0 for the same. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
}

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}
