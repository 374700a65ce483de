import { dayKey, shiftDay } from '../../calendar.ts'

/** The Monday of this week in the zone, or of the week so many before it, as YYYY-MM-DD. */
export function mondayBefore(now: Date, zone: string, weeks: number): string {
  const today = dayKey(now, zone)
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return shiftDay(today, -sinceMonday - 7 * weeks)
}
