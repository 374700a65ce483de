import { type BlockedHours, type Weekday, WEEKDAYS } from '@portico/contract/youth-mode'

/** Days as a week is read, from Monday. */
export function weekDays(days: readonly Weekday[]): Weekday[] {
  return [...WEEKDAYS.slice(1), WEEKDAYS[0]].filter((day) => days.includes(day))
}

/** Whether hours end on the day after the one they begin on. */
export function isOvernight({ from, to }: Pick<BlockedHours, 'from' | 'to'>): boolean {
  return to <= from
}
