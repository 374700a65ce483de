import { shiftDay } from '../calendar.ts'
import { AppError } from '../errors.ts'

/** `before`: the month before, up to `throughBefore`, the same day of the month or its last. Days are YYYY-MM-DD. */
export type MonthSpan = { month: string; first: string; through: string; firstBefore: string; throughBefore: string; lastBefore: string }

/** The days of a month that count, up to `today`. Throws `input.invalid` for a month that has not begun. */
export function monthSpan(month: string, today: string): MonthSpan {
  const first = `${month}-01`
  if (first > today) throw new AppError('input.invalid', { fields: { month: 'input.invalid' } })
  const last = shiftDay(firstOfNext(first), -1)
  const through = last < today ? last : today
  const lastBefore = shiftDay(first, -1)
  const firstBefore = `${lastBefore.slice(0, 7)}-01`
  const sameDay = `${lastBefore.slice(0, 8)}${through.slice(8)}`
  return { month, first, through, firstBefore, throughBefore: sameDay < lastBefore ? sameDay : lastBefore, lastBefore }
}

function firstOfNext(first: string): string {
  return `${shiftDay(first, 31).slice(0, 7)}-01`
}
