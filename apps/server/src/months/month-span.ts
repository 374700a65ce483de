import { dayStart, shiftDay } from '../calendar.ts'

/** `since` until `until`, not included; `firstDay` and `nextDay` are the days they begin. */
export type MonthSpan = { firstDay: string; nextDay: string; since: Date; until: Date }

/** The span of a month YYYY-MM in the zone. */
export function monthSpan(month: string, zone: string): MonthSpan {
  const firstDay = `${month}-01`
  const nextDay = `${shiftDay(`${month}-28`, 4).slice(0, 7)}-01`
  return { firstDay, nextDay, since: dayStart(firstDay, zone), until: dayStart(nextDay, zone) }
}
