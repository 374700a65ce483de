import { type Facts, fundsAt, keptOf, ordersOf, readFacts, standingOf } from './money-facts.ts'
import { unusedOf } from './money-oracle.ts'
import { dayOf, type Person, type World } from './money-world.ts'

/** What must hold after every step. `isStill`: neither time nor traffic went by, so nobody may have lost anything. */
export async function checkWorld(world: World, step: string, isStill: boolean): Promise<void> {
  const facts = await readFacts(world)
  must(facts.unbalanced === 0, 'every transaction sums to zero', facts)
  world.lastTransaction = facts.last ?? 0
  for (const account of facts.kept ?? []) {
    must(account.balance === account.entries, 'a kept balance is the sum of its entries', account)
    // Commission may be negative: it was paid out for an order refunded later. So is a debt.
    must(account.balance >= 0 || account.kind === 'commission' || account.kind === 'debt', 'no balance is below zero', account)
  }
  for (const person of world.people) checkPerson(world, person, facts, { step, isStill })
  checkCoupons(world, facts)
  checkPlace(world, facts)
  world.facts = facts
}

function checkPerson(world: World, person: Person, facts: Facts, { step, isStill }: { step: string; isStill: boolean }): void {
  const [balance, held, debt] = [keptOf(facts, person, 'member'), keptOf(facts, person, 'held'), keptOf(facts, person, 'debt')]
  const isExpected = balance === person.balance && held === person.held && debt === person.debt
  must(isExpected, `as the model expects, after ${step}`, { balance, held, debt, ...aboutOf(facts, person) })
  const earned = facts.commission?.find((row) => row.receiver_id === person.id)?.amount ?? 0
  const commission = keptOf(facts, person, 'commission')
  must(commission === earned - person.commissionOut, 'commission is what was paid less what was taken out', {
    earned,
    ...aboutOf(facts, person),
  })
  const orders = ordersOf(facts, person)
  const known = new Map(person.orders.map(({ row }) => [row.id, row.status]))
  const isKnown = orders.length === known.size && orders.every(({ id, status }) => known.get(id) === status)
  must(isKnown, `the member’s orders stand as the model knows them, after ${step}`, { orders, known: [...known] })
  const onBalance = fundsAt(facts, person, null)
  must(sum(onBalance) === balance, 'the funds of a balance are the balance', { onBalance, balance })
  const worth = worthOf(world, facts, person)
  const inside = balance + held + commission + debt + worth
  const brought = person.paidIn + person.given + earned
  must(inside + person.paidOut <= brought, `nobody gets out more than came in, after ${step}`, {
    inside,
    brought,
    ...aboutOf(facts, person),
  })
  checkLoss(person, facts, { inside, brought, step, isStill })
}

/** What a failure shows. */
function aboutOf(facts: Facts, { orders: _, ...sums }: Person): object {
  const isHis = ({ account_id }: { account_id: number }): boolean => account_id === sums.id
  return { sums, term: facts.terms.find(isHis), orders: facts.orders?.filter(isHis), funds: facts.funds?.filter(isHis) }
}

type Sums = { inside: number; brought: number; step: string; isStill: boolean }

/** What is gone must have come out, or have a name: a fee, a wrong amount, a choice of an operator. Each order rounds once. */
function checkLoss(person: Person, facts: Facts, { inside, brought, step, isStill }: Sums): void {
  const lost = brought - person.paidOut - inside
  const before = person.lost
  person.lost = lost
  const { named, won } = person
  Object.assign(person, { named: 0, won: 0 })
  for (const dispute of person.disputes)
    if (dispute.cost === 'now') dispute.cost = isStill && before !== null ? Math.max(0, lost - before) : null
  if (before === null) return
  const slack = person.orders.length + 2
  const found = { lost, before, named, won, inside, ...aboutOf(facts, person) }
  // Time and use take value, and never give any, beyond the hours that `dayOf` explains.
  must(isStill || lost >= before - won - slack - dayOf(person), `nobody wins by time, after ${step}`, found)
  if (!isStill) return
  must(lost <= before + named + slack, `nobody loses what has no name, after ${step}`, found)
  must(lost >= before - won - slack, `nobody wins what has no name, after ${step}`, found)
}

/** What is unused of the member's orders, and what waits to be delivered. */
function worthOf(world: World, facts: Facts, person: Person): number {
  const { orders, service } = standingOf(world, facts, person)
  const waiting = ordersOf(facts, person).filter(({ status }) => status === 'processing' || status === 'review')
  return (
    sum(orders.map((_, i) => ({ amount: unusedOf(orders, service, world.now)[i]! }))) +
    sum(waiting.flatMap(({ id }) => fundsAt(facts, person, id)))
  )
}

const sum = (parts: { amount: number }[]): number => parts.reduce((total, { amount }) => total + amount, 0)

function checkCoupons(world: World, { coupons, orders }: Facts): void {
  for (const coupon of coupons) {
    const holding = (orders ?? []).filter((row) => row.coupon_id === coupon.id && row.status !== 'cancelled' && row.status !== 'expired')
    const isCounted = coupon.used === holding.length && coupon.held === holding.length
    must(isCounted, 'a coupon counts the orders that hold it', { coupon, holding })
    must(coupon.used <= coupon.limit_use, 'a coupon is used no more than allowed', coupon)
    for (const { id } of world.people) {
      const own = holding.filter((row) => row.account_id === id)
      must(own.length <= (coupon.limit_per_member ?? Infinity), 'each member within their limit', { coupon, own })
    }
  }
}

/** The last plan has one place: a member with a running term, or an open order. */
function checkPlace(world: World, { terms, orders }: Facts): void {
  const scarce = world.planIds[2]!
  const holders = terms.filter((term) => term.plan_id === scarce && (term.expires_at === null || new Date(term.expires_at) >= world.now))
  const buyers = (orders ?? []).filter((row) => row.plan_id === scarce && ['pending', 'processing', 'review'].includes(row.status))
  const takers = new Set([...holders, ...buyers].map((row) => row.account_id).filter((id) => !world.broughtBack.has(id)))
  must(takers.size <= 1, 'one place is one place', { holders, buyers })
}

/** Not `expect`: a million of those take longer than the steps they check. */
function must(holds: boolean, rule: string, found: object): void {
  if (!holds) throw new Error(`${rule}: ${JSON.stringify(found)}`)
}
