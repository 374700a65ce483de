import { termLength, ordersOf, readFacts, standingOf } from './money-facts.ts'
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
  const facts = await readFacts(world)
  const before = standingOf(world, facts, person)
  const unused = unusedNow(world, person)
  if (!(await edit(world, person, { version: held.version, change: { expired_at: end.toISOString() } }))) return
  if (end < from) {
    const after = cutBy(world, before, end, cut)
    if (after) person.cuts.set(planId, after)
    person.named += end <= world.now ? (unused ?? Infinity) : priceAfter(before, end) + dayOf(person)
  } else if (cut) {
    const after = standingOf(world, await readFacts(world), person)
    const lengths = new Map(ordersOf(facts, person).map((row) => [row.id, termLength(row)]))
    person.won += comesBack(cut, { lengths, after, end }) + dayOf(person)
    if (end.getTime() >= cut.bought) person.cuts.delete(planId)
    else person.cuts.set(planId, { ...cut, end })
  }
}

const terms = ({ orders }: Standing): (Bought & { end: Date })[] =>
  orders.flatMap((order) => (order.isPack || order.end === null ? [] : [{ ...order, end: order.end }]))
const lengthOf = ({ start, end }: { start: Date; end: Date }): number => end.getTime() - start.getTime()

/** What the cut took can come back, and what the last one took that still stands. Undefined: it took nothing that was bought. */
function cutBy({ now }: World, before: Standing, end: Date, last: Cut | undefined): Cut | undefined {
  const taken = terms(before).filter((order) => order.end > end && order.end > now)
  if (taken.length === 0) return last && { ...last, end }
  const lengths = new Map([...taken.map((order) => [order.id, lengthOf(order)] as const), ...(last?.lengths ?? [])])
  return { end, lengths, bought: last?.bought ?? Math.max(...taken.map((order) => order.end.getTime())) }
}

/** What the bought time after an end cost. */
function priceAfter(before: Standing, end: Date): number {
  const spanOf = (order: { start: Date; end: Date }): [number, number] => [Math.max(+order.start, +end), +order.end]
  return terms(before).reduce((total, order) => total + priceOf(order, before.service, spanOf(order)) + 1, 0)
}

/** `lengths`: before the move. */
type Moved = { lengths: Map<number, number>; after: Standing; end: Date }

/** Time that an operator took comes back as it was sold, up to the new end: what that cost. */
function comesBack(cut: Cut, { lengths, after, end }: Moved): number {
  return terms(after).reduce((total, order) => {
    const [length, sold] = [lengthOf(order), cut.lengths.get(order.id)]
    if (sold === undefined) return total
    const isRight = end.getTime() >= cut.bought ? length === sold : length <= sold
    if (!isRight) throw new Error(`what was taken did not come back: ${JSON.stringify({ order, cut, sold, end })}`)
    const span = [+order.start + (lengths.get(order.id) ?? 0), +order.end] as [number, number]
    return total + priceOf(order, after.service, span) + 1
  }, 0)
}
