import type { OrderStatus } from '@portico/contract/order-status'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import { Temporal } from 'temporal-polyfill'
import type { Bought, Fund, Service, Standing, TrafficEvent } from './money-oracle.ts'
import type { Person, World } from './money-world.ts'

type OrderFacts = {
  id: number
  account_id: number
  status: OrderStatus
  type: string
  period: Period | null
  plan_id: number | null
  coupon_id: number | null
  fee_amount: number
  /** Sold for each cycle; of a reset pack, returned by it. */
  quota: number
  used_before: number
  mode: ResetMode | null
  term_start: string | null
  begun_at: string | null
  term_end: string | null
  /** Of a change: what the member held before it, and the orders of that. */
  replaced: HeldFacts | null
  surplus_order_ids: number[]
}
type HeldFacts = {
  planId: number | null
  expiresAt: string | null
  anchorDay: number | null
  cycleBeganAt: string | null
  nextResetAt: string | null
  nextPartAt: string | null
  resetZone: string | null
  up: number
  down: number
  usedBefore: number
  transferEnable: number
  extraBytes: number
}
type TermFacts = {
  account_id: number
  plan_id: number | null
  expires_at: string | null
  anchor_day: number | null
  cycle_began_at: string | null
  next_reset_at: string | null
  next_part_at: string | null
  zone: string | null
  up: number
  down: number
  used_before: number
  /** Of the running cycle. */
  quota: number
}
type FundFacts = {
  account_id: number
  order_id: number | null
  origin: number
  amount: number
  outside: boolean
  /** Paid for the order that holds it. */
  own: boolean
  for_order_id: number | null
  /** Of money that a change took over: the order it would go back to. */
  from?: number | undefined
  callback_no: string | null
}
export type Facts = {
  last: number
  unbalanced: number
  kept: { kind: string; owner_id: number; balance: number; entries: number }[] | null
  orders: OrderFacts[] | null
  terms: TermFacts[]
  funds: FundFacts[] | null
  commission: { receiver_id: number; amount: number }[] | null
  coupons: { id: number; used: number; limit_use: number; limit_per_member: number | null; held: number }[]
}

// One query for everything: it runs after each of a hundred thousand steps.
const QUESTION = `
  select json_build_object(
    'last', (select max(id) from ledger_transactions),
    'unbalanced', (select count(*) from (
      select 1 from ledger_entries where transaction_id > $2 group by transaction_id, currency having sum(amount) <> 0) as u),
    'kept', (select json_agg(k) from (
      select a.kind, a.owner_id, a.balance, coalesce((select sum(amount) from ledger_entries where ledger_account_id = a.id), 0) as entries
      from ledger_accounts a where a.kind in ('member', 'held', 'commission', 'debt') and a.owner_id = any($1)) as k),
    'orders', (select json_agg(o) from (
      select id, account_id, status, type, period, plan_id, coupon_id, fee_amount, term_start, begun_at, term_end,
        (snapshot ->> 'transferEnable')::bigint as quota, coalesce((snapshot ->> 'usedBefore')::bigint, 0) as used_before, snapshot ->> 'resetMode' as mode,
        replaced, surplus_order_ids
      from orders where account_id = any($1) order by id) as o),
    'terms', (select json_agg(s) from (
      select account_id, plan_id, expires_at, anchor_day, cycle_began_at, next_reset_at, to_jsonb(subscriptions) ->> 'next_part_at' as next_part_at,
        to_jsonb(subscriptions) ->> 'reset_zone' as zone, up, down,
        coalesce((to_jsonb(subscriptions) ->> 'used_before')::bigint, 0) as used_before,
        transfer_enable - extra_bytes as quota
      from subscriptions where account_id = any($1)) as s),
    'funds', (select json_agg(f) from (
      select f.account_id, f.order_id, f.origin_id as origin, f.amount, r.id is not null as outside, r.callback_no,
        coalesce(f.for_order_id = f.order_id, false) as own, f.for_order_id
      from funds f join ledger_transactions t on t.id = f.origin_id left join payment_receipts r on r.id = t.receipt_id
      where f.account_id = any($1) order by f.origin_id, f.id) as f),
    'commission', (select json_agg(c) from (
      select receiver_id, sum(amount - reversed_amount) as amount from commissions
      where receiver_id = any($1) and status = 'paid' group by receiver_id) as c),
    'coupons', (select json_agg(p) from (
      select id, used, limit_use, limit_per_member,
        (select count(*) from coupon_uses u where u.coupon_id = c.id and returned_at is null) as held
      from coupons c where id = any($3)) as p)
  ) as facts`

export async function readFacts(world: World): Promise<Facts> {
  const values = [world.people.map(({ id }) => id), world.lastTransaction, world.couponIds]
  const { rows } = await world.auditor.query<{ facts: Facts }>({ name: 'money_rules', text: QUESTION, values })
  const { facts } = rows[0]!
  for (const row of facts.orders ?? []) world.lengths.set(row.id, Math.max(world.lengths.get(row.id) ?? 0, termLength(row)))
  return facts
}

const termLength = ({ term_start: start, term_end: end }: OrderFacts): number =>
  start === null || end === null ? 0 : new Date(end).getTime() - new Date(start).getTime()

/** A kept balance: what a member can spend, what is set aside, earned or owed. */
export const keptOf = (facts: Facts, person: Person, kind: string): number =>
  facts.kept?.find((row) => row.kind === kind && row.owner_id === person.id)?.balance ?? 0

export const ordersOf = (facts: Facts, person: Person): OrderFacts[] => (facts.orders ?? []).filter((row) => row.account_id === person.id)

/** What the oracle asks about a member. */
export function standingOf(world: World, facts: Facts, person: Person): Standing {
  const term = facts.terms.find((row) => row.account_id === person.id)!
  const completed = ordersOf(facts, person).filter(({ status }) => status === 'completed')
  const orderOf = (id: number): OrderFacts => completed.find((one) => one.id === id)!
  const running = runningOrders(completed, term, world, (id) => {
    const absorbed = absorbedBy(facts, person, orderOf(id))
    return fundsIn(facts, person, id).map((fund) => (fund.own ? fund : { ...fund, from: homeOf(fund, absorbed) }))
  })
  const orders = running.map((bought): Bought => {
    const former = formerOf(world, facts, person, { change: orderOf(bought.id), term })
    return former ? { ...bought, former } : bought
  })
  const debt = -keptOf(facts, person, 'debt')
  return { balance: fundsAt(facts, person, null), orders, service: serviceOf(world, facts, person, { orders, term }), debt }
}

type Held = { orders: Bought[]; term: TermFacts }

function serviceOf(world: World, facts: Facts, person: Person, { orders, term }: Held): Service {
  const begun = new Set(ordersOf(facts, person).flatMap(({ id, begun_at }) => (begun_at === null ? [] : [id])))
  // Cycles keep the zone in which they were sold.
  const zone = term.zone ?? world.settings['site.timezone']
  // The quota of a renewal comes at the midnight before its term.
  const hasBegun = ({ id, start }: Bought): boolean => start <= world.now || (begun.has(id) && midnight(start, zone) <= world.now.getTime())
  const running = orders.filter((one) => !one.isPack && hasBegun(one)).at(-1)
  return {
    end: term.expires_at === null ? null : new Date(term.expires_at),
    anchorDay: term.anchor_day ?? 1,
    zone,
    bytes: ordersOf(facts, person).find(({ id }) => id === running?.id)?.quota ?? 0,
    traffic: trafficOf(ordersOf(facts, person), orders, term),
    ...cycleOf(term),
  }
}

const midnight = (at: Date, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).startOfDay().epochMilliseconds

type Changed = { change: OrderFacts; term: TermFacts }

/** The plan before a change as it would come back: with what the change took over, and what was used since. */
function formerOf(world: World, facts: Facts, person: Person, { change, term }: Changed): Bought['former'] {
  const { type, replaced } = change
  const isOver = replaced === null || (replaced.expiresAt !== null && new Date(replaced.expiresAt) <= world.now)
  const absorbed = absorbedBy(facts, person, change)
  if (type !== 'change' || isOver || absorbed.length === 0) return undefined
  const held: TermFacts = {
    account_id: person.id,
    plan_id: replaced.planId,
    expires_at: replaced.expiresAt,
    anchor_day: replaced.anchorDay,
    cycle_began_at: replaced.cycleBeganAt,
    next_reset_at: replaced.nextResetAt,
    next_part_at: replaced.nextPartAt,
    zone: replaced.resetZone,
    up: replaced.up + term.up,
    down: replaced.down + term.down,
    used_before: replaced.usedBefore,
    quota: replaced.transferEnable - replaced.extraBytes,
  }
  const takenOver = fundsIn(facts, person, change.id).filter(({ own }) => !own)
  const orders = runningOrders(absorbed, held, world, (id) => {
    const back = takenOver.filter((fund) => homeOf(fund, absorbed) === id)
    return [...fundsIn(facts, person, id), ...back.map((fund) => ({ ...fund, own: fund.for_order_id === id }))]
  })
  const over = absorbed.filter(({ id }) => orders.every((one) => one.id !== id))
  const ended = over.map(({ id }): Bought => {
    const at = { start: world.now, end: world.now, cycles: 1, isPack: true, bytes: 0 }
    return { id, funds: fundsOf(takenOver.filter((fund) => homeOf(fund, absorbed) === id)), ...at }
  })
  return { orders: [...orders, ...ended], service: serviceOf(world, facts, person, { orders, term: held }) }
}

const absorbedBy = (facts: Facts, person: Person, { surplus_order_ids: ids }: OrderFacts): OrderFacts[] =>
  ordersOf(facts, person).filter(({ id, status }) => ids.includes(id) && status === 'absorbed')

/** Where money in a change came from: the order it was paid for, or the one that had absorbed that. */
const homeOf = (fund: FundFacts, absorbed: { id: number }[]): number | undefined =>
  (absorbed.find(({ id }) => id === fund.for_order_id) ?? absorbed[0])?.id

/** A reset less than a day before the end of what was bought is left out. */
function cycleOf({ cycle_began_at: from, next_reset_at: to, expires_at, next_part_at }: TermFacts): Pick<Service, 'cycle'> {
  if (from === null || to === null) return {}
  const end = next_part_at ?? expires_at
  const isLast = end !== null && new Date(to).getTime() >= new Date(end).getTime() - LONGEST_DAY
  return { cycle: [new Date(from), new Date(isLast ? end : to)] }
}

/** In milliseconds. */
const LONGEST_DAY = 25 * 3_600_000

const fundsIn = (facts: Facts, person: Person, orderId: number | null): FundFacts[] =>
  (facts.funds ?? []).filter((row) => row.account_id === person.id && row.order_id === orderId)

const fundsOf = (here: FundFacts[]): Fund[] => here.map(({ origin, amount, outside }) => ({ origin, amount, outside }))

export const fundsAt = (facts: Facts, person: Person, orderId: number | null): Fund[] => fundsOf(fundsIn(facts, person, orderId))

/** Which of these orders pay for the term, without the fees they hold. */
function runningOrders(orders: OrderFacts[], term: TermFacts, { now, lengths }: World, fundsHeld: (id: number) => FundFacts[]): Bought[] {
  const isOver = term.plan_id === null || (term.expires_at !== null && new Date(term.expires_at) < now)
  if (isOver) return []
  return orders.flatMap(({ id, period, term_start, term_end, fee_amount, quota, ...row }) => {
    const counts = row.plan_id === term.plan_id && period !== null && term_start !== null
    const isPack = row.type === 'reset'
    // A permanent plan that staff gave may have cycles, and a pack ends with its cycle.
    if (!counts || (!isPack && (term_end === null) !== (term.expires_at === null))) return []
    const end = term_end === null ? null : new Date(term_end)
    if (end !== null && end <= now) return []
    const funds = withoutFee(fundsHeld(id), fee_amount)
    const start = new Date(term_start)
    const length = end === null ? undefined : lengths.get(id)
    const mode = row.mode ?? ('monthly' as const)
    const sold = { id, funds, start, end, length, cycles: periodMonths[period] ?? 1, mode, isPack, bytes: quota }
    return [{ ...sold, begun: begunOf({ ...row, id, period, term_start, term_end, fee_amount, quota }, term) }]
  })
}

/** What was used in a cycle before a term began counts against it only until the next reset. */
function begunOf({ begun_at: at, used_before: usedBefore }: OrderFacts, term: TermFacts): { usedBefore: number } | null {
  if (at === null) return null
  return { usedBefore: term.cycle_began_at !== null && new Date(term.cycle_began_at) > new Date(at) ? 0 : usedBefore }
}

/** The fee came with the newest money that was paid for the order. */
function withoutFee(here: FundFacts[], fee: number): Fund[] {
  let rest = fee
  const newest = here.toSorted((a, b) => b.origin - a.origin)
  return newest.map(({ origin, outside, amount, own, from }) => {
    const part = own ? Math.min(rest, amount) : 0
    rest -= part
    return { origin, outside, amount: amount - part, from }
  })
}

/** The fees that the member's completed orders hold. Top-ups are worth nothing themselves. */
export async function feesHeld(world: World, person: Person): Promise<number> {
  const facts = await readFacts(world)
  const plans = ordersOf(facts, person).filter(({ status, type }) => status === 'completed' && type !== 'topup')
  return plans.reduce((total, { id, fee_amount }) => {
    const own = fundsIn(facts, person, id).reduce((sum, fund) => sum + (fund.own ? fund.amount : 0), 0)
    return total + Math.min(fee_amount, own)
  }, 0)
}

/** Use and packs of the running cycle, in their order. A pack knows what was used before it. */
function trafficOf(all: OrderFacts[], running: Bought[], { up, down, used_before }: TermFacts): TrafficEvent[] {
  const packs = running.filter(({ isPack }) => isPack)
  let before = 0
  const events = packs.flatMap(({ id, bytes }): TrafficEvent[] => {
    // A permanent plan bought again since has filled the quota: nothing was used before the pack then.
    const usedBefore = Math.min(all.find((row) => row.id === id)!.used_before, used_before + up + down)
    const used = Math.max(0, usedBefore - before)
    before = Math.max(before, usedBefore)
    return [{ used }, { packId: id, bytes }]
  })
  return [...events, { used: Math.max(0, used_before + up + down - before) }]
}
