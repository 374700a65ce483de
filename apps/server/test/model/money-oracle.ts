import type { ResetMode } from '@portico/contract/reset-mode'
import { cyclesOf } from './money-cycles.ts'

// What the money rules of decision 51 say, written from its text without the code that follows it. Amounts are in minor units;
// shares are exact fractions, and each amount is rounded down once.

/**
 * An amount of one origin. A lower origin is older. `outside`: it was paid in, so it may also leave. `from`: the order of the plan before
 * it from which a change took it over.
 */
export type Fund = { origin: number; amount: number; outside: boolean; from?: number | undefined }
export type Bought = {
  id: number
  /** What the order holds, without the fee of the payment method. */
  funds: Fund[]
  start: Date
  /** As sold, or as a chargeback or staff cut it; null: permanent. */
  end: Date | null
  /** How long it was sold for, in milliseconds; absent: until its end. */
  length?: number | undefined
  /** Months sold; of a permanent plan and a reset pack, one. */
  cycles: number
  /** When its traffic resets; absent: each month. */
  mode?: ResetMode
  /** Of a renewal: whether it has taken over, and the bytes used until then in the cycle it began in. Absent: with its start, none. */
  begun?: { usedBefore: number } | null
  isPack: boolean
  /** Returned by a pack; 0 for a plan. */
  bytes: number
  /** Of a change: the plan before it, with all that would come back to it. Absent if its term has ended. */
  former?: { orders: Bought[]; service: Service }
}
/** What happened to the traffic of the current cycle, in order. `used` above everything that is left is lost. */
export type TrafficEvent = { used: number } | { packId: number; bytes: number } | { gift: number }
export type Service = {
  /** Null: permanent. */
  end: Date | null
  anchorDay: number
  zone: string
  /** Sold with the running plan for each cycle. */
  bytes: number
  traffic: TrafficEvent[]
  /** From the last reset to the next; absent: the cycle of the term. */
  cycle?: [from: Date, to: Date]
}

type Share = { part: bigint; whole: bigint }
const NONE: Share = { part: 0n, whole: 1n }
const ALL: Share = { part: 1n, whole: 1n }

/** The unused share of each order, in the order given. */
export function sharesOf(orders: Bought[], service: Service, now: Date): Share[] {
  if (service.end !== null && service.end <= now) return orders.map(() => NONE)
  return orders.map((order) => {
    if (order.isPack) return packShare(order, service, now)
    if (order.end === null) return lastPermanent(orders)?.id === order.id ? trafficShare(service) : NONE
    return termShare(order, orders, service, now)
  })
}

/** The unused part of each order, in the order given. */
export function unusedOf(orders: Bought[], service: Service, now: Date): number[] {
  return sharesOf(orders, service, now).map((share, i) => take(sum(orders[i]!.funds), share))
}

function termShare(order: Bought, orders: Bought[], service: Service, now: Date): Share {
  const end = paidUntil(order, orders, service)
  const { cycles, whole } = soldCycles(order, service)
  const given = service.cycle && ([service.cycle[0].getTime(), service.cycle[1].getTime()] as const)
  const [from, to] = given ?? cycles.find((cycle) => cycle[0] <= now.getTime() && now.getTime() < cycle[1]) ?? [0, 0]
  const within = (begin: number, until: number): Share => cycles.map((cycle) => inside(cycle, [begin, until])).reduce(add, NONE)
  // The part of the term within the running cycle has that part of its traffic; what comes after it is to come.
  const traffic = times(within(from, Math.min(to, end)), trafficOf(order, orders, service, now))
  const unused = add(lesser(within(now.getTime(), Math.min(to, end)), traffic), within(Math.max(to, now.getTime()), end))
  return ofWhole(unused, whole)
}

/** A term that a chargeback cut has fewer parts than were sold. What staff took was sold. */
function soldCycles(order: Bought, service: Service): { cycles: [number, number][]; whole: Share } {
  const end = order.length === undefined ? order.end! : new Date(order.start.getTime() + order.length)
  const cycles = cyclesOf({ ...order, end }, service)
  const all = cycles.map((cycle) => inside(cycle, [cycle[0], end.getTime()]))
  return { cycles, whole: all.reduce(add, NONE) }
}

/** Nothing is left of a renewal that was cut before it began. */
const ofWhole = ({ part, whole }: Share, all: Share): Share =>
  all.part === 0n ? NONE : { part: part * all.whole, whole: whole * all.part }

/** What a part of a term cost: all that it can be worth. */
export function priceOf(order: Bought, service: Service, span: [from: number, to: number]): number {
  const { cycles, whole } = soldCycles(order, service)
  return take(sum(order.funds), ofWhole(cycles.map((cycle) => inside(cycle, span)).reduce(add, NONE), whole))
}

/** Used bytes count once: those of the running cycle against the order that ran, not against one that follows within the cycle. */
function trafficOf(order: Bought, orders: Bought[], service: Service, now: Date): Share {
  const hasBegun = (one: Bought): boolean =>
    !one.isPack && one.end !== null && (one.begun === undefined ? one.start <= now : one.begun !== null)
  if (!hasBegun(order)) return ALL
  const last = orders.filter(hasBegun).reduce((later, one) => (isAfter(one, later) ? one : later))
  if (order !== last) return trafficShare(service)
  let before = order.begun?.usedBefore ?? 0
  const own = service.traffic.map((event) => {
    if (!('used' in event)) return event
    const others = Math.min(before, event.used)
    before -= others
    return { used: event.used - others }
  })
  return trafficShare({ ...service, traffic: own })
}

/** The share of a cycle that is within a span. */
function inside([from, to]: [number, number], [begin, end]: [number, number]): Share {
  return { part: BigInt(Math.max(0, Math.min(to, end) - Math.max(from, begin))), whole: BigInt(to - from) }
}

/** Each day is valued once: the term ends where the next paid one begins, and with the subscription. */
function paidUntil(order: Bought, orders: Bought[], service: Service): number {
  const later = orders.filter((other) => !other.isPack && other.end !== null && sum(other.funds) > 0 && isAfter(other, order))
  const ends = [order.end!, ...(service.end === null ? [] : [service.end]), ...later.map(({ start }) => start)]
  return Math.min(...ends.map((end) => end.getTime()))
}

const isAfter = (one: Bought, other: Bought): boolean => one.start > other.start || (+one.start === +other.start && one.id > other.id)

/** A pack counts by its bytes left, until its cycle ends, or ended early because the plan did. */
function packShare(order: Bought, service: Service, now: Date): Share {
  if (order.end !== null && order.end <= now) return NONE
  if (service.cycle && order.start < service.cycle[0]) return NONE
  return ratio(trafficLeft(service, order.id), order.bytes)
}

const trafficShare = (service: Service): Share => ratio(trafficLeft(service, null), service.bytes)

/** Bytes left of the plan (`packId` null) or of one pack: the plan's are used first, then the packs', then gifts. */
function trafficLeft({ bytes: sold, traffic }: Service, packId: number | null): number {
  const packs = new Map<number, number>()
  let plan = sold
  for (const event of traffic) {
    if ('packId' in event) packs.set(event.packId, event.bytes)
    if (!('used' in event)) continue
    let rest = event.used - Math.min(plan, event.used)
    plan -= Math.min(plan, event.used)
    for (const [id, bytes] of packs) {
      packs.set(id, bytes - Math.min(bytes, rest))
      rest -= Math.min(bytes, rest)
    }
  }
  return packId === null ? plan : (packs.get(packId) ?? 0)
}

function lastPermanent(orders: Bought[]): Bought | undefined {
  const permanent = orders.filter((order) => !order.isPack && order.end === null)
  return permanent.find((order) => !permanent.some((other) => isAfter(other, order)))
}

/** An order's lines (decision 12): percent and fixed discounts are already off the price. */
export type Paying = { credited: number; fromBalance: number; toPay: number; toBalance: number }
export function payFor(price: number, unused: number, balance: number): Paying {
  const credited = Math.min(price, unused)
  const fromBalance = Math.min(price - credited, balance)
  return { credited, fromBalance, toPay: price - credited - fromBalance, toBalance: unused - credited }
}

/** Discounts in their order, each on what is left; halves of a percentage round up. */
export function discounted(price: number, discounts: ({ percent: number } | { amount: number })[]): number {
  return discounts.reduce((rest, discount) => {
    const off = 'percent' in discount ? Number((BigInt(rest) * BigInt(discount.percent) + 50n) / 100n) : discount.amount
    return rest - Math.min(rest, off)
  }, price)
}

export type Moved = { order: Fund[]; balance: Fund[] }
/** A change: the unused part of each order goes to the new one, and what exceeds its price to the balance, oldest first. */
export function change(orders: Bought[], service: Service, now: Date, price: number): Moved {
  const unused = unusedOf(orders, service, now)
  const moved = merge(orders.flatMap(({ funds }, i) => inProportion(funds, unused[i]!)))
  const balance = oldest(moved, Math.max(0, sum(moved) - price))
  return { order: less(moved, balance), balance }
}

/** Where the money of a member is. */
export type Standing = { balance: Fund[]; orders: Bought[]; service: Service; debt: number }

/** What an order that is not absorbed can be refunded: all it holds. `outside`: what may leave; the rest returns to the balance only. */
export const refundRoom = (funds: Fund[]) => ({ all: sum(funds), outside: sum(funds.filter(({ outside }) => outside)) })

export type Room = { inBalance: number; inOrders: number; outside: number }
/** What an absorbed order can be refunded: of the funds that left it, what is unused now, wherever it is. */
export function absorbedRoom(left: Fund[], { balance, orders, service }: Standing, now: Date): Room {
  const shares = sharesOf(orders, service, now)
  const room = { inBalance: 0, inOrders: 0, outside: 0 }
  for (const fund of left) {
    const inBalance = Math.min(fund.amount, ofOrigin(balance, fund.origin))
    const found = orders.reduce((total, order, i) => total + take(ofOrigin(order.funds, fund.origin), shares[i]!), 0)
    const inOrders = Math.min(fund.amount - inBalance, found)
    room.inBalance += inBalance
    room.inOrders += inOrders
    if (fund.outside) room.outside += inBalance + inOrders
  }
  return room
}

type Ended = {
  end: Date | null
  isEnded: boolean
  /** Other unused funds of an order that ended. */
  toBalance: number
  /** … of a change that is undone: the plan before it has them again. */
  toFormer: number
}
export type Taken = {
  fromBalance: number
  fromOrders: ({ id: number; amount: number } & Ended)[]
  /** What is unused of packs because the plan ended, or of all that was bought after a change that is undone. */
  fromLater: number
  fromOther: number
  debt: number
  /** The balance afterwards. */
  left: number
}
/**
 * What a chargeback of a payment takes: its funds in the balance, its unused funds in orders, other balance, then a debt. `whole`: all of
 * the payment is gone, so that an order that was used up ends too, and a change that it was made for is undone, unless it has used what
 * would come back.
 */
export function chargeBack(standing: Standing, origin: number, amount: number, now: Date, whole?: { paidFor: number | null }): Taken {
  const { balance, orders, service, debt } = standing
  const shares = sharesOf(orders, service, now)
  const undone = orders.find(({ id, former }) => former && id === whole?.paidFor && regained(standing, id, now).isRounding)
  const fromBalance = Math.min(amount, ofOrigin(balance, origin))
  let due = amount - fromBalance
  const fromOrders: Taken['fromOrders'] = []
  for (const [i, order] of orders.entries()) {
    const taken = Math.min(due, take(ofOrigin(order.funds, origin), shares[i]!))
    if (taken === 0) continue
    due -= taken
    fromOrders.push({ id: order.id, amount: taken, ...endTerm(order, shares[i]!, { taken, isUndone: order === undone, now }) })
  }
  const isKnown = fromOrders.some(({ id }) => id === undone?.id)
  if (undone && !isKnown) {
    const share = shares[orders.indexOf(undone)]!
    fromOrders.push({ id: undone.id, amount: 0, ...endTerm(undone, share, { taken: 0, isUndone: true, now }) })
  }
  // What rounding left is not owed.
  const last = fromOrders.findLast((one) => one.amount > 0)
  if (last && due <= fromOrders.length) {
    last.amount += due
    due = 0
  }
  // A permanent plan that was bought again does not end with an earlier purchase.
  const isLast = (order: Bought): boolean => order.isPack || order.end !== null || order === lastPermanent(orders)
  const usedUp = orders.filter(
    (order, i) =>
      whole && isLast(order) && shares[i]!.part === 0n && sum(order.funds) > 0 && sum(order.funds) === ofOrigin(order.funds, origin),
  )
  const ended = [...orders.filter(({ id }) => fromOrders.some((one) => one.id === id && one.isEnded)), ...usedUp]
  const isOver = endsPlan(ended, service, now)
  const later = orders.map((order, i) => {
    const known = fromOrders.find(({ id }) => id === order.id)
    const rest = take(sum(order.funds), shares[i]!) - (known?.amount ?? 0) - (known?.toBalance ?? 0)
    return order !== undone && (undone || (order.isPack && isOver)) ? Math.max(0, rest) : 0
  })
  const fromLater = later.reduce((total, rest) => total + rest, 0)
  const others = sum(balance) - fromBalance + fromOrders.reduce((total, { toBalance }) => total + toBalance, 0) + fromLater
  const fromOther = Math.min(due, others)
  return { fromBalance, fromOrders, fromLater, fromOther, debt: debt + due - fromOther, left: others - fromOther }
}

/** Whether nothing is left of the plan without these orders. */
function endsPlan(ended: Bought[], service: Service, now: Date): boolean {
  const terms = ended.filter(({ isPack }) => !isPack)
  if (service.end === null) return terms.some(({ end }) => end === null)
  const cut = terms.reduce(
    (total, { start, end }) => total + (end === null ? 0 : end.getTime() - Math.max(start.getTime(), now.getTime())),
    0,
  )
  return cut > 0 && service.end.getTime() - cut <= now.getTime()
}

type Ending = { taken: number; isUndone: boolean; now: Date }

/**
 * The order ends, and what else is unused of it returns to the balance. If a change is undone, what it took over returns to the order
 * before it. A pack ends with its plan.
 */
function endTerm(from: Bought, share: Share, { taken, isUndone, now }: Ending): Ended {
  if (from.isPack) return { end: from.end, isEnded: false, toBalance: 0, toFormer: 0 }
  const ended = { end: new Date(Math.max(from.start.getTime(), now.getTime())), isEnded: true }
  const rest = take(sum(from.funds), share) - taken
  if (!isUndone) return { ...ended, toBalance: rest, toFormer: 0 }
  const back = comingBack(from, share, now)
  const takenOver = back.reduce((total, { before }) => total + before, 0)
  const less = back.reduce((total, one) => total + one.less, 0)
  return { ...ended, toBalance: Math.max(0, rest - takenOver) + less, toFormer: takenOver - less }
}

/**
 * What a change took over, by the order it comes back to, if the change is undone: `before` is unused of it in the change. It is worth no
 * less afterwards: `less` must go to the balance, so that this and what is then unused of the order are `before`. `more`: the order has
 * more left than the change had.
 */
function comingBack({ funds, former }: Bought, share: Share, now: Date): { before: number; less: number; more: number }[] {
  const { orders, service } = former ?? { orders: [], service: { end: now, anchorDay: 1, zone: 'UTC', bytes: 0, traffic: [] } }
  const shares = sharesOf(orders, service, now)
  return orders.map(({ id, funds: all }, i) => {
    const { part, whole } = shares[i]!
    const before = take(sum(funds.filter((fund) => fund.from === id)), share)
    const after = take(sum(all), shares[i]!)
    // Of all = kept + less, kept × part ÷ whole + less = before.
    const less = before > after ? Number((BigInt(before) * whole - BigInt(sum(all)) * part) / (whole - part)) : 0
    return { before, less, more: Math.max(0, after - before) }
  })
}

/**
 * What the plan before a change has left, beyond what was unused of it in the change, if that is undone. `isRounding`: no more than one
 * unit of each order.
 */
export function regained({ orders, service }: Standing, paidFor: number | null, now: Date): { amount: number; isRounding: boolean } {
  const shares = sharesOf(orders, service, now)
  const i = orders.findIndex(({ id }) => id === paidFor)
  const back = i < 0 ? [] : comingBack(orders[i]!, shares[i]!, now)
  const amount = back.reduce((total, { more }) => total + more, 0)
  return { amount, isRounding: amount <= back.length }
}

/** Money that reaches the balance pays the debt first. */
export function payDebt(debt: number, incoming: number): { debt: number; left: number } {
  const paid = Math.min(debt, incoming)
  return { debt: debt - paid, left: incoming - paid }
}

const sum = (funds: Fund[]): number => funds.reduce((total, { amount }) => total + amount, 0)
const ofOrigin = (funds: Fund[], origin: number): number => sum(funds.filter((fund) => fund.origin === origin))
const take = (amount: number, { part, whole }: Share): number => Number((BigInt(amount) * part) / whole)
const ratio = (part: number, whole: number): Share => (whole > 0 ? { part: BigInt(Math.min(part, whole)), whole: BigInt(whole) } : NONE)
const lesser = (a: Share, b: Share): Share => (a.part * b.whole < b.part * a.whole ? a : b)
const times = (a: Share, b: Share): Share => ({ part: a.part * b.part, whole: a.whole * b.whole })
const add = (a: Share, b: Share): Share => ({ part: a.part * b.whole + b.part * a.whole, whole: a.whole * b.whole })

/** Parts of the funds that sum up to the amount: each as its share, with what rounding leaves on the later ones. */
function inProportion(funds: Fund[], amount: number): Fund[] {
  const total = sum(funds)
  let before = 0
  return funds.map((fund) => {
    const upTo = (n: number): number => take(amount, ratio(n, total))
    const part = upTo(before + fund.amount) - upTo(before)
    before += fund.amount
    return { ...fund, amount: part }
  })
}

function merge(funds: Fund[]): Fund[] {
  const origins = [...new Map(funds.map((fund) => [fund.origin, fund])).values()].toSorted((a, b) => a.origin - b.origin)
  return origins.map((fund) => ({ ...fund, amount: ofOrigin(funds, fund.origin) })).filter(({ amount }) => amount > 0)
}

function oldest(funds: Fund[], amount: number): Fund[] {
  let rest = amount
  return merge(funds).flatMap((fund) => {
    const part = Math.min(rest, fund.amount)
    rest -= part
    return part > 0 ? [{ ...fund, amount: part }] : []
  })
}

function less(funds: Fund[], gone: Fund[]): Fund[] {
  return merge(funds.map((fund) => ({ ...fund, amount: fund.amount - ofOrigin(gone, fund.origin) })))
}
