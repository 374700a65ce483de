import { shiftDay, shiftMonth } from '../ui/format/calendar.ts'

/** Days as YYYY-MM-DD, both included; an absent end is open. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}
export const PERIODS = ['all', 'this_month', 'last_month', 'this_year', 'last_year'] as const
export type Period = (typeof PERIODS)[number]

/** The days of a period, seen from today. The running month and year end today. */
export function daysOf(period: Period, today: string): Days {
  const year = Number(today.slice(0, 4))
  switch (period) {
    case 'all':
      return {}
    case 'this_month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    case 'last_month': {
      const last = shiftDay(`${today.slice(0, 7)}-01`, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'this_year':
      return { from: `${year}-01-01`, to: today }
    case 'last_year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  }
}

/** Period of the days; null: the operator chose them singly. */
export function periodOf({ from, to }: Days, today: string): Period | null {
  return PERIODS.find((period) => daysOf(period, today).from === from && daysOf(period, today).to === to) ?? null
}

/** Whether a month YYYY-MM is over and wholly chosen, so that it can be compared. */
export function isWhole(month: string, { from = '', to }: Days, today: string): boolean {
  const end = shiftDay(`${shiftMonth(month, 1)}-01`, -1)
  return from <= `${month}-01` && (to === undefined || to >= end) && today > end
}
