import { type RateRange, rateAt } from '@portico/contract/nodes'
import { minuteOfDay } from '../calendar.ts'

/** The rate of this node at that moment, in hundredths. */
export function rateNow({ rate, rateRanges }: { rate: number; rateRanges: RateRange[] }, now: Date, zone: string): number {
  return rateRanges.length === 0 ? rate : rateAt(rate, rateRanges, minuteOfDay(now, zone))
}
