import { type Period, periodMonths } from '@portico/contract/periods'
import { addMonths } from '../calendar.ts'

/** An order whose term is still running. */
export type RunningOrder = {
  id: number
  period: Period
  /** What it holds, without the fee, in minor units. */
  paid: number
  termStart: Date
  /** null: permanent. */
  termEnd: Date | null
  /** Bytes per cycle, as sold. */
  quota: number
}
export type Term = { expiresAt: Date | null; anchorDay: number | null; transferEnable: number; up: number; down: number }

/**
 * What is unused of each order, in minor units, rounded down, never more than was paid: the share of its payment that belongs to the cycles
 * left; the current cycle counts by time or traffic left, whichever is less. Time that was not sold (gifts, compensation) has no value.
 * Time that an operator took away is gone.
 */
export function unusedOf(orders: RunningOrder[], term: Term, now: Date, zone: string): number[] {
  const { expiresAt } = term
  if (expiresAt !== null) return orders.map((order) => worthOf(order, { ...term, expiresAt }, now, zone))
  // Only the last purchase fills the quota of a permanent plan.
  const last = orders.findLast((order) => order.termEnd === null)
  return orders.map((order) => (order === last ? share(order.paid, trafficLeft(term, order.quota), BigInt(order.quota)) : 0))
}

function worthOf(order: RunningOrder, term: Term & { expiresAt: Date }, now: Date, zone: string): number {
  const months = periodMonths[order.period]
  if (order.termEnd === null || months === null || order.termEnd <= now) return 0
  const end = order.termEnd < term.expiresAt ? order.termEnd : term.expiresAt
  const anchorDay = term.anchorDay ?? 1
  // Each cycle is an equal part of the payment; of a term that was cut, only its own parts count. Rounding happens once, on the sum.
  let parts = 0n
  let whole = 0n
  const unit = 1_000_000_000_000n
  for (let cycle = 0; cycle < months; cycle++) {
    const from = cycle === 0 ? order.termStart : addMonths(order.termStart, cycle, anchorDay, zone)
    const boundary = addMonths(order.termStart, cycle + 1, anchorDay, zone)
    const to = cycle === months - 1 && order.termEnd > boundary ? order.termEnd : boundary
    const last = end < to ? end : to
    const first = from > now ? from : now
    const length = BigInt(Math.max(1, to.getTime() - from.getTime()))
    const own = BigInt(Math.max(0, Math.min(to.getTime(), order.termEnd.getTime()) - from.getTime()))
    whole += (own * unit) / length
    const timeLeft = (BigInt(Math.max(0, last.getTime() - first.getTime())) * unit) / length
    const runs = from <= now && now < to
    const traffic = runs ? (trafficLeft(term, order.quota) * unit) / BigInt(Math.max(1, order.quota)) : unit
    parts += timeLeft < traffic ? timeLeft : traffic
  }
  return whole === 0n ? 0 : Number((BigInt(order.paid) * parts) / whole)
}

/** Bytes left, at most the quota sold: bytes from gifts are used up first. */
function trafficLeft(term: Term, quota: number): bigint {
  return BigInt(Math.min(quota, Math.max(0, term.transferEnable - term.up - term.down)))
}

function share(amount: number, part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((BigInt(amount) * part) / whole)
}
