import type { OrderRow } from '../../src/orders/orders.table.ts'
import { readFacts, standingOf } from './money-facts.ts'
import { type Bought, unusedOf } from './money-oracle.ts'
import type { Person, World } from './money-world.ts'

/**
 * What renewals lose because a chargeback or a refund ends the term before them: they begin at once, in a cycle whose traffic is partly
 * used, and count by what is left of it. The member is served what was sold: as many days, the rest of that cycle, and a whole quota from
 * the next reset, unless that is within a day of the end. So this loss has a name, but is no more than the used share of one cycle of each
 * renewal.
 */
export async function lostByMoving(world: World, person: Person, take: () => Promise<unknown>): Promise<number> {
  const before = await valuesOf(world, person)
  await take()
  const after = new Map((await valuesOf(world, person)).map((one) => [one.order.id, one]))
  return before.reduce((sum, { order, value }) => {
    const moved = after.get(order.id)
    if (!moved || order.start <= world.now || moved.order.start > world.now) return sum
    return sum + Math.min(Math.max(0, value - moved.value), moved.limit)
  }, 0)
}

/** The same, of a renewal that begins within the running cycle, because staff began that cycle with their move. */
export async function lostByBeginning(world: World, person: Person, orderId: number): Promise<number> {
  const { service } = standingOf(world, await readFacts(world), person)
  const bought = (await valuesOf(world, person)).find(({ order }) => order.id === orderId)
  return bought && service.cycle && bought.order.start < service.cycle[1] ? bought.limit : 0
}

/** What a change keeps of its quote although it was used before the payment came: decision 12 does not lower the surplus for that. */
export async function keptOfQuote(world: World, person: Person, { type, surplusAmount }: OrderRow): Promise<number> {
  if (type !== 'change') return 0
  const left = (await valuesOf(world, person)).reduce((sum, { value }) => sum + value, 0)
  return Math.max(0, surplusAmount - left)
}

type Valued = { order: Bought; value: number; limit: number }

async function valuesOf(world: World, person: Person): Promise<Valued[]> {
  const { orders, service } = standingOf(world, await readFacts(world), person)
  const values = unusedOf(orders, service, world.now)
  const used = service.traffic.reduce((sum, event) => sum + ('used' in event ? event.used : 0), 0)
  return orders.map((order, i) => {
    const price = order.funds.reduce((sum, { amount }) => sum + amount, 0)
    const limit = Math.ceil(((price / order.cycles) * Math.min(used, service.bytes)) / Math.max(1, service.bytes))
    return { order, value: values[i] ?? 0, limit }
  })
}
