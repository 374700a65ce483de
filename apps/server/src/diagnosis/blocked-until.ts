import type { BlockedHours } from '@portico/contract/youth-rules'
import { Temporal } from 'temporal-polyfill'
import { isResting } from '../documents/youth-rules.ts'

/** When the blocked hours end; null: not within a week. */
export function blockedUntil(hours: readonly BlockedHours[], now: Date, zone: string): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const ends = Array.from({ length: 8 }, (_, day) => day).flatMap((day) =>
    hours.map(({ to }) => today.add({ days: day }).withPlainTime(Temporal.PlainTime.from(to)).epochMilliseconds),
  )
  const end = ends.filter((at) => at > now.getTime() && !isResting(hours, new Date(at), zone)).toSorted((a, b) => a - b)[0]
  return end === undefined ? null : new Date(end)
}
