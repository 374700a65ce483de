import type { ResetMode } from '@portico/contract/reset-mode'
import { Temporal } from 'temporal-polyfill'

// The cycles of traffic of a sold term, written from the text of decision 51.

type Anchor = { anchorDay: number; zone: string }
/** A term as it was sold. `cycles`: months. */
type SoldTerm = { start: Date; end: Date | null; cycles: number; mode?: ResetMode }
/** The longest day. */
const DAY = 25 * 3_600_000

/** Beginning and end of each cycle of a term as it was sold, or longer if staff said so. */
export function cyclesOf(order: SoldTerm, service: Anchor): [from: number, to: number][] {
  const lastEnd = Math.max(resetOf(order, order.cycles, service).inDay, order.end!.getTime())
  const resets = resetsOf(order, lastEnd, service)
  const bounds = [order.start.getTime(), ...resets, lastEnd]
  return bounds.slice(1).map((to, n) => [bounds[n]!, to])
}

/** Midnights on which the traffic of a term resets. One less than a day after its beginning or before its end is left out. */
function resetsOf(order: SoldTerm, end: number, service: Anchor): number[] {
  const { start, mode = 'monthly' } = order
  if (mode === 'never') return []
  const first = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(service.zone)
  const found: number[] = []
  for (let n = 1; ; n++) {
    const calendar = first.toPlainDate().toPlainYearMonth().add({ months: n })
    const isDue = { monthly: true, first_of_month: true, yearly: n % 12 === 0, january_first: calendar.month === 1 }[mode]
    const onDay = mode === 'monthly' || mode === 'yearly'
    const at = onDay
      ? resetOf(order, n, service).midnight
      : calendar.toPlainDate({ day: 1 }).toZonedDateTime(service.zone).epochMilliseconds
    if (at + DAY >= end) return found
    if (isDue && at - DAY > start.getTime()) found.push(at)
  }
}

/**
 * The anchor day of the nth month after the start, or the last day of a shorter month: its midnight, and the time of day at which the first
 * cycle began. A term that does not begin on the anchor day has its own.
 */
function resetOf({ start }: SoldTerm, n: number, { anchorDay, zone }: Anchor): { midnight: number; inDay: number } {
  if (n === 0) return { midnight: start.getTime(), inDay: start.getTime() }
  const first = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone)
  const month = first.toPlainDate().toPlainYearMonth().add({ months: n })
  const day = first.day === Math.min(anchorDay, first.daysInMonth) ? anchorDay : first.day
  const date = month.toPlainDate({ day: Math.min(day, month.daysInMonth) })
  return {
    midnight: date.toZonedDateTime(zone).epochMilliseconds,
    inDay: date.toZonedDateTime({ timeZone: zone, plainTime: first.toPlainTime() }).epochMilliseconds,
  }
}
