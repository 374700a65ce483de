import { type Period, periodMonths } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import { addMonths, dayKey, dayOfMonth, dayStart, isOnAnchor } from '../../calendar.ts'
import { cycleOf } from '../../subscriptions/cycle.ts'
import { resetsWithin } from '../../subscriptions/reset-days.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'

/** An order with a running term. A reset pack's term is the rest of its cycle. */
export type RunningOrder = {
  id: number
  period: Period
  /** Money in the order without fee, in minor units. */
  paid: number
  termStart: Date
  /** When the term took effect; null: not yet. */
  begunAt?: Date | null
  /** null: permanent. */
  termEnd: Date | null
  /** Milliseconds that staff took off its end. They were sold, and are not unused. */
  cutMs?: number
  /** Bytes per cycle, as sold; of a pack, the bytes it gave back. */
  quota: number
  resetMode: ResetMode
  /** Bytes used in the cycle when the term began, which count against earlier orders. */
  usedBefore: number
}
/** `transferEnable`: without the bytes that carry over. */
export type Term = Pick<
  SubscriptionRow,
  | 'expiresAt'
  | 'anchorDay'
  | 'cycleBeganAt'
  | 'nextPartAt'
  | 'nextResetAt'
  | 'resetZone'
  | 'resetMode'
  | 'transferEnable'
  | 'up'
  | 'down'
  | 'usedBefore'
>

/** An exact fraction. */
type Share = { part: bigint; whole: bigint }
type Span = { from: Date; to: Date }
/** `traffic`: the share that is left of the running cycle's. */
type Running = { traffic: Share; now: Date; zone: string }
/** When an order is served, which may end before its term. */
type Timed = { order: RunningOrder; term: Span; served: Span }

const NOTHING: Share = { part: 0n, whole: 1n }
const ALL: Share = { part: 1n, whole: 1n }

/**
 * What is unused of each order, in minor units, rounded down: the share of what it holds that belongs to future cycles, and of the running
 * cycle the time or the traffic left, whichever is less. Each day counts once. Bytes of the plan are used first, then those of packs, then
 * gifts. Time that was not sold (gifts, compensation) has no value. Time that an operator took away does not count.
 */
export function unusedOf(orders: RunningOrder[], term: Term, now: Date, siteZone: string): number[] {
  const zone = term.resetZone ?? siteZone
  const shares = new Map([...termShares(orders, term, now, zone), ...packShares(orders, term, now, zone)])
  return orders.map((order) => {
    const { part, whole } = shares.get(order) ?? NOTHING
    return whole === 0n ? 0 : Number((BigInt(order.paid) * part) / whole)
  })
}

function termShares(orders: RunningOrder[], term: Term, now: Date, zone: string): [RunningOrder, Share][] {
  const { expiresAt } = term
  if (expiresAt !== null) {
    const terms = timed(orders, expiresAt)
    const running = terms.findLast(({ order }) => hasBegun(order, now, zone))?.order
    return terms.map((one) => [
      one.order,
      cyclesLeft(one, term, { traffic: trafficOf(one.order, running, term, { now, zone }), now, zone }),
    ])
  }
  // Only the last purchase fills the quota of a permanent plan.
  const last = orders.findLast((order) => isTerm(order) && order.termEnd === null)
  return last ? [[last, trafficShare(term, last.quota)]] : []
}

/** Used bytes count once: against the order that runs while they are used, and not against one that follows in the same cycle. */
function trafficOf(order: RunningOrder, running: RunningOrder | undefined, term: Term, { now, zone }: Omit<Running, 'traffic'>): Share {
  if (!running || order.begunAt === null || !hasBegun(order, now, zone)) return ALL
  return trafficShare(term, running.quota, order === running ? usedBefore(order, term) : 0)
}

/** Bytes used before the order in this cycle; 0 if a cycle has begun since. */
function usedBefore({ begunAt, usedBefore: used }: RunningOrder, { cycleBeganAt }: Term): number {
  return begunAt && cycleBeganAt && cycleBeganAt > begunAt ? 0 : used
}

/** Orders by start, with served spans: each ends where the next begins, and where the subscription ends. */
function timed(orders: RunningOrder[], expiresAt: Date): Timed[] {
  const terms = orders
    .flatMap((order) => (isTerm(order) && order.termEnd ? [{ order, term: { from: order.termStart, to: order.termEnd } }] : []))
    .toSorted((a, b) => a.term.from.getTime() - b.term.from.getTime())
  return terms.map(({ order, term }, i) => {
    const ends = [term.to, expiresAt, terms[i + 1]?.term.from ?? term.to]
    return { order, term, served: { from: term.from, to: new Date(Math.min(...ends.map(Number))) } }
  })
}

/**
 * The cycles of a term that are unused, of all its cycles. The traffic of the running one is that of the subscription; a term that covers a
 * part of it has the same part of its traffic. Of a term that was cut, the last cycle counts by its length.
 */
function cyclesLeft({ order, term, served }: Timed, current: Term, { traffic, now, zone }: Running): Share {
  const { resetMode } = order
  const isAnchored = current.anchorDay !== null && isOnAnchor(term.from, current.anchorDay, zone)
  const anchorDay = (isAnchored ? current.anchorDay : null) ?? dayOfMonth(term.from, zone)
  const months = periodMonths[order.period]
  const whole = { from: term.from, to: new Date(term.to.getTime() + (order.cutMs ?? 0)) }
  const sold = months === null ? whole.to : laterOf(whole.to, addMonths(term.from, months, anchorDay, zone))
  const bounds = [term.from, ...resetsWithin(term.from, sold, { resetMode, anchorDay, zone }), sold]
  const cycles = (from: Date, to: Date): Share => cyclesBetween(bounds, { from: laterOf(from, served.from), to: earlierOf(to, served.to) })
  // Without resets, each term is a cycle.
  const own = served.from <= now ? served : { from: served.from, to: served.from }
  const running = cycleOf(current, zone) ?? own
  const inTime = cycles(now, running.to)
  const inTraffic = times(cycles(running.from, running.to), traffic)
  const left = plus(cycles(laterOf(now, running.to), served.to), isLess(inTime, inTraffic) ? inTime : inTraffic)
  const all = cyclesBetween(bounds, whole)
  return times(left, { part: all.whole, whole: all.part })
}

function cyclesBetween(bounds: Date[], { from, to }: Span): Share {
  return bounds.slice(1).reduce((sum, end, i) => {
    const start = bounds[i] ?? end
    const inside = earlierOf(to, end).getTime() - laterOf(from, start).getTime()
    return inside <= 0 ? sum : plus(sum, { part: BigInt(inside), whole: BigInt(end.getTime() - start.getTime()) })
  }, NOTHING)
}

function plus(a: Share, b: Share): Share {
  return { part: a.part * b.whole + b.part * a.whole, whole: a.whole * b.whole }
}

function times(a: Share, b: Share): Share {
  return { part: a.part * b.part, whole: a.whole * b.whole }
}

function isLess(a: Share, b: Share): boolean {
  return a.part * b.whole < b.part * a.whole
}

/** The share of the plan's bytes that is left: those used before a reset stay used. `others`: bytes that count against other orders. */
function trafficShare({ transferEnable, up, down, usedBefore }: Term, quota: number, others = 0): Share {
  const left = Math.min(quota, Math.max(0, Math.min(quota - usedBefore - up - down, transferEnable - up - down) + others))
  return { part: BigInt(left), whole: BigInt(Math.max(1, quota)) }
}

/** Shares left of this cycle's packs, each used after the plan and earlier packs. */
function packShares(orders: RunningOrder[], term: Term, now: Date, zone: string): [RunningOrder, Share][] {
  const plan = orders.findLast((order) => isTerm(order) && hasBegun(order, now, zone))
  const packs = orders.filter((order) => !isTerm(order) && (term.cycleBeganAt ?? plan?.termStart ?? now) <= order.termStart)
  const used = term.usedBefore + term.up + term.down
  let from = plan?.quota ?? 0
  return packs.map((pack) => {
    from = Math.max(from, pack.usedBefore)
    const left = Math.min(pack.quota, Math.max(0, from + pack.quota - used))
    from += pack.quota
    return [pack, { part: BigInt(left), whole: BigInt(pack.quota) }]
  })
}

/** Whether the term's quota is in effect: from the midnight before, if that day's reset applies. */
function hasBegun({ termStart, begunAt }: RunningOrder, now: Date, zone: string): boolean {
  return termStart <= now || (begunAt != null && begunAt <= now && dayStart(dayKey(termStart, zone), zone) <= now)
}

function isTerm({ period }: RunningOrder): boolean {
  return period !== 'reset_price'
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b
}

function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}
