import type { UsagePeriod } from '@portico/contract/traffic'
import { dayKey, daysBetween, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { type Cycle, cycleOf } from '../subscriptions/cycle.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { trafficByDay } from './list-traffic.ts'

const DAYS = { week: 7, quarter: 90, cycle: 30 }

/** Billed bytes; null: still to come, or a day that the period before did not have. */
export type UsageDay = { day: string; billed: number | null; before: number | null }
export type Usage = { today: string; inCycles: boolean; days: UsageDay[] }
type Span = { from: string; to: string; before: string }

/** The caller's days of a period, each with the same day of the period before. */
export async function readUsage(
  db: Db,
  accountId: number,
  period: UsagePeriod,
  { now, zone }: { now: Date; zone: string },
): Promise<Usage> {
  const { subscription } = await readSubscription(db, accountId)
  const cycle = cycleOf(subscription, zone)
  const today = dayKey(now, zone)
  const { from, to, before } = period === 'cycle' && cycle ? cycleDays(cycle, zone) : lastDays(today, DAYS[period])
  const range = { from: before, to, days: daysBetween(before, to) + 1 }
  const billed = (await trafficByDay(db, range, { accountId })).map((day) =>
    Math.min(day.billedUp + day.billedDown, Number.MAX_SAFE_INTEGER),
  )
  const earlier = daysBetween(before, from)
  const days = billed.slice(earlier).map((bytes, i): UsageDay => {
    const day = shiftDay(from, i)
    return { day, billed: day > today ? null : bytes, before: i < earlier ? (billed[i] ?? null) : null }
  })
  return { today, inCycles: cycle !== null, days }
}

// A cycle begins within a day; that day counts for the new cycle only.
function cycleDays({ before, from, to }: Cycle, zone: string): Span {
  return { before: dayKey(before, zone), from: dayKey(from, zone), to: dayKey(new Date(to.getTime() - 1), zone) }
}

function lastDays(today: string, days: number): Span {
  return { before: shiftDay(today, 1 - 2 * days), from: shiftDay(today, 1 - days), to: today }
}
