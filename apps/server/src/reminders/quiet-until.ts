import { Temporal } from 'temporal-polyfill'

/** `from` and `until`: minutes since midnight in the zone. */
export type QuietHours = { from: number; until: number; zone: string }

const MINUTES_A_DAY = 1440

/** End of the quiet hours that a moment is in; null: in none. */
export function quietUntil({ from, until, zone }: QuietHours, now: Date): Date | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const minute = local.hour * 60 + local.minute
  const since = (minute - from + MINUTES_A_DAY) % MINUTES_A_DAY
  const length = (until - from + MINUTES_A_DAY) % MINUTES_A_DAY
  if (since >= length) return null
  const end = new Temporal.PlainTime(Math.floor(until / 60), until % 60)
  const day = local.toPlainDate().add({ days: minute < until ? 0 : 1 })
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: end }).epochMilliseconds)
}
