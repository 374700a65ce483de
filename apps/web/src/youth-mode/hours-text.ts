import { type BlockedHours, type Weekday, WEEKDAYS } from '@portico/contract/youth-rules'

/** Days in the order of a week that starts on Monday. */
export function weekDays(days: readonly Weekday[]): Weekday[] {
  return [...WEEKDAYS.slice(1), WEEKDAYS[0]].filter((day) => days.includes(day))
}

/** Whether the hours end on the day after they start. */
export function isOvernight({ from, to }: Pick<BlockedHours, 'from' | 'to'>): boolean {
  return to <= from
}
