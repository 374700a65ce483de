import { readFacts, standingOf } from './money-facts.ts'
import { edit, heldBy } from './money-gifts.ts'
import { type Bought, priceOf, type Standing } from './money-oracle.ts'
import { unusedNow } from './money-purchases.ts'
import { type Cut, dayOf, type Person, type World } from './money-world.ts'

const DAY = 86_400_000

/** An operator sets another end, up to forty days later or earlier, or where it was before their last cut. */
export async function editEnd(world: World, person: Person, { a, b }: { a: number; b: number }): Promise<void> {
  const held = await heldBy(world, person)
  if (!held?.expires_at || held.plan_id === null) return
  const [planId, from] = [Number(held.plan_id), held.expires_at]
  const known = person.cuts.get(planId)
  const cut = known?.end.getTime() === from.getTime() ? known : undefined
  const days = b % 3 === 0 ? -(1 + (a % 40)) : 1 + (a % 40)
  const end = cut && b % 3 === 1 ? new Date(cut.bought) : new Date(from.getTime() + days * DAY)
  const before = standingOf(world, await readFacts(world), person)
  const unused = unusedNow(world, person)
  if (!(await edit(world, person, { version: held.version, change: { expired_at: end.toISOString() } }))) return
  if (end < from) {
    const after = cutBy(world, before, end, cut)
    if (after) person.cuts.set(planId, after)
    person.named += end <= world.now ? (unused ?? Infinity) : priceAfter(before, end) + dayOf(person)
  } else if (cut) {
    const after = standingOf(world, await readFacts(world), person)
    const { price, left } = comesBack(cut, after, end)
    person.won += price + dayOf(person)
    if (end.getTime() >= cut.bought) person.cuts.delete(planId)
    else person.cuts.set(planId, left)
  }
}

const terms = ({ orders }: Standing): (Bought & { end: Date })[] =>
  orders.flatMap((order) => (order.isPack || order.end === null ? [] : [{ ...order, end: order.end }]))

/** What is left until an end of a term that was sold for so long. */
const leftOf = (start: Date, sold: number, end: Date): number => Math.max(0, Math.min(sold, end.getTime() - start.getTime()))

/** What the cut took can come back, and what the last one took that still stands. Undefined: it took nothing that was bought. */
function cutBy({ now }: World, before: Standing, end: Date, last: Cut | undefined): Cut | undefined {
  const until = end > now ? end : now
  const taken = terms(before).filter((order) => order.end > until)
  if (taken.length === 0) return last && { ...last, end }
  const cut = taken.map(({ id, start, end: to }) => {
    const sold = last?.terms.get(id)?.sold ?? to.getTime() - start.getTime()
    return [id, { sold, left: leftOf(start, sold, until) }] as const
  })
  return { end, bought: last?.bought ?? Math.max(...taken.map((order) => +order.end)), terms: new Map([...(last?.terms ?? []), ...cut]) }
}

/** What the bought time after an end cost. */
function priceAfter(before: Standing, end: Date): number {
  const spanOf = (order: { start: Date; end: Date }): [number, number] => [Math.max(+order.start, +end), +order.end]
  return terms(before).reduce((total, order) => total + priceOf(order, before.service, spanOf(order)) + 1, 0)
}

/** Time that an operator took comes back as it was sold, up to the new end: what that cost, and what is still taken. */
function comesBack(cut: Cut, after: Standing, end: Date): { price: number; left: Cut } {
  const back = terms(after).flatMap((order) => {
    const known = cut.terms.get(order.id)
    if (!known) return []
    const [{ sold, left }, start, length] = [known, +order.start, +order.end - +order.start]
    if (end.getTime() >= cut.bought ? length !== sold : length > sold)
      throw new Error(`what was taken did not come back: ${JSON.stringify({ order, cut, sold, end })}`)
    const now = leftOf(order.start, sold, end)
    const price = priceOf(order, after.service, [start + left, start + now]) + 1
    return [{ price, term: [order.id, { sold, left: now }] as const }]
  })
  const price = back.reduce((total, one) => total + one.price, 0)
  return { price, left: { ...cut, end, terms: new Map([...cut.terms, ...back.map(({ term }) => term)]) } }
}
