import type { OrderStatus } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import { unusedOf } from '../../src/orders/surplus.ts'
import type { Person, World } from './money-world.ts'

type OrderFacts = {
  id: number
  account_id: number
  status: OrderStatus
  type: string
  period: Period | null
  plan_id: number | null
  coupon_id: number | null
  /** Less refunds. */
  paid: number
  quota: number
  term_start: string | null
  term_end: string | null
}
type TermFacts = {
  account_id: number
  plan_id: number | null
  expires_at: string | null
  anchor_day: number | null
  transfer_enable: number
  extra_bytes: number
  up: number
  down: number
}
type Facts = {
  last: number
  unbalanced: number
  kept: { kind: string; owner_id: number; balance: number; entries: number }[] | null
  orders: OrderFacts[] | null
  terms: TermFacts[]
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
      from ledger_accounts a where a.kind in ('member', 'held', 'commission') and a.owner_id = any($1)) as k),
    'orders', (select json_agg(o) from (
      select id, account_id, status, type, period, plan_id, coupon_id, term_start, term_end,
        greatest(0, total_amount + balance_amount + surplus_amount - credit_amount - refunded_amount) as paid,
        (snapshot ->> 'transferEnable')::bigint as quota
      from orders where account_id = any($1) order by id) as o),
    'terms', (select json_agg(s) from (
      select account_id, plan_id, expires_at, anchor_day, transfer_enable, extra_bytes, up, down from subscriptions where account_id = any($1)) as s),
    'commission', (select json_agg(c) from (
      select receiver_id, sum(amount - reversed_amount) as amount from commissions
      where receiver_id = any($1) and status = 'paid' group by receiver_id) as c),
    'coupons', (select json_agg(p) from (
      select id, used, limit_use, limit_per_member,
        (select count(*) from coupon_uses u where u.coupon_id = c.id and returned_at is null) as held
      from coupons c where id = any($3)) as p)
  ) as facts`

/** What must hold after every step. */
export async function checkWorld(world: World, step: string): Promise<void> {
  const ids = world.people.map(({ id }) => id)
  const values = [ids, world.lastTransaction, world.couponIds]
  const { rows } = await world.auditor.query<{ facts: Facts }>({ name: 'money_rules', text: QUESTION, values })
  const facts = rows[0]!.facts
  must(facts.unbalanced === 0, 'every transaction sums to zero', facts)
  world.lastTransaction = facts.last ?? 0
  for (const account of facts.kept ?? []) {
    must(account.balance === account.entries, 'a kept balance is the sum of its entries', account)
    // Only commission may be negative: it was paid out for an order refunded later.
    must(account.balance >= 0 || account.kind === 'commission', 'no balance is below zero', account)
  }
  for (const person of world.people) checkPerson(world, person, facts, step)
  checkCoupons(world, facts)
  checkPlace(world, facts)
}

function checkPerson(world: World, person: Person, facts: Facts, step: string): void {
  const has = (kind: string): number => facts.kept?.find((row) => row.kind === kind && row.owner_id === person.id)?.balance ?? 0
  const [balance, held] = [has('member'), has('held')]
  must(balance === person.balance && held === person.held, `as the model reckoned, after ${step}`, { balance, held, person })
  const earned = facts.commission?.find((row) => row.receiver_id === person.id)?.amount ?? 0
  must(has('commission') === earned - person.commissionOut, 'commission is what was paid less what was taken out', { earned, person })
  const orders = (facts.orders ?? []).filter((row) => row.account_id === person.id)
  const known = new Map(person.orders.map(({ row }) => [row.id, row.status]))
  const isKnown = orders.length === known.size && orders.every(({ id, status }) => known.get(id) === status)
  must(isKnown, `his orders stand as the model knows them, after ${step}`, { orders, known: [...known] })
  const term = facts.terms.find((row) => row.account_id === person.id)!
  const inside = person.balance + person.held + has('commission') + worthOf(world, orders, term)
  const brought = person.paidIn + person.given + earned
  must(inside + person.paidOut <= brought, 'nobody gets out more than came in', { inside, brought, person })
}

/** The value of the subscription if it were replaced now. */
function worthOf(world: World, orders: OrderFacts[], term: TermFacts): number {
  const expiresAt = term.expires_at === null ? null : new Date(term.expires_at)
  if (term.plan_id === null || (expiresAt !== null && expiresAt < world.now)) return 0
  const running = orders.flatMap(({ id, period, paid, quota, term_start, term_end, ...row }) => {
    const counts = row.status === 'completed' && row.plan_id === term.plan_id && row.type !== 'reset' && term_start && period
    if (!counts || (term_end === null) !== (expiresAt === null)) return []
    return [{ id, period, paid, quota, termStart: new Date(term_start), termEnd: term_end === null ? null : new Date(term_end) }]
  })
  // Extra traffic is not part of a plan's value.
  const transferEnable = term.transfer_enable - term.extra_bytes
  const now = { expiresAt, anchorDay: term.anchor_day, transferEnable, up: term.up, down: term.down }
  return unusedOf(running, now, world.now, world.settings['site.timezone']).reduce((sum, amount) => sum + amount, 0)
}

function checkCoupons(world: World, { coupons, orders }: Facts): void {
  for (const coupon of coupons) {
    const holding = (orders ?? []).filter((row) => row.coupon_id === coupon.id && row.status !== 'cancelled' && row.status !== 'expired')
    const isCounted = coupon.used === holding.length && coupon.held === holding.length
    must(isCounted, 'a coupon counts the orders that hold it', { coupon, holding })
    must(coupon.used <= coupon.limit_use, 'a coupon is used no more than allowed', coupon)
    for (const { id } of world.people) {
      const his = holding.filter((row) => row.account_id === id)
      must(his.length <= (coupon.limit_per_member ?? Infinity), 'each member within his limit', { coupon, his })
    }
  }
}

/** The last plan has one place: a member with a running term, or an open order. */
function checkPlace(world: World, { terms, orders }: Facts): void {
  const scarce = world.planIds[2]!
  const holders = terms.filter((term) => term.plan_id === scarce && (term.expires_at === null || new Date(term.expires_at) >= world.now))
  const buyers = (orders ?? []).filter((row) => row.plan_id === scarce && ['pending', 'processing', 'review'].includes(row.status))
  const takers = new Set([...holders, ...buyers].map((row) => row.account_id))
  must(takers.size <= 1, 'one place is one place', { holders, buyers })
}

/** Not `expect`: a million of those take longer than the steps they check. */
function must(holds: boolean, rule: string, found: object): void {
  if (!holds) throw new Error(`${rule}: ${JSON.stringify(found)}`)
}
