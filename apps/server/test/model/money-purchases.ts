import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { Wanted } from '../../src/orders/make-offer.ts'
import type { OrderRow } from '../../src/orders/orders.table.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { by, refusable } from './money-calls.ts'
import { standingOf } from './money-facts.ts'
import { unusedOf } from './money-oracle.ts'
import { context, type Known, openPaid, type Person, remember, returnHeld, type World } from './money-world.ts'

export async function buy(world: World, person: Person, wanted: Wanted): Promise<void> {
  const row = await refusable(placeOrder(world.t.database, by(person), wanted, context(world)))
  if (!row) return
  checkCredit(world, person, row)
  remember(world, person, row)
  person.balance -= row.balanceAmount
  if (row.status === 'pending') person.held += row.balanceAmount
  await openPaid(world)
}

/** A pack for the plan that runs, if one runs. */
export function buyPack(world: World, person: Person): Promise<void> | undefined {
  const held = world.facts?.terms.find((row) => row.account_id === person.id)
  const planId = held?.plan_id ?? null
  return planId === null ? undefined : buy(world, person, { planId, period: 'reset_price', couponCode: null, useBalance: true })
}

/** What a change credits is what the oracle says is unused. */
export function checkCredit(world: World, person: Person, { type, surplusAmount }: OrderRow): void {
  if (type !== 'change' || !world.facts) return
  const expected = unusedNow(world, person)
  if (surplusAmount !== expected) {
    const { orders, service } = standingOf(world, world.facts, person)
    throw new Error(`a change credited ${surplusAmount}, not ${expected}: ${JSON.stringify({ orders, service, now: world.now })}`)
  }
}

/** By the oracle. Null: unknown, because two steps run at once. */
export function unusedNow(world: World, person: Person): number | null {
  if (!world.facts) return null
  const { orders, service } = standingOf(world, world.facts, person)
  return unusedOf(orders, service, world.now).reduce((sum, amount) => sum + amount, 0)
}

export async function cancel(world: World, person: Person, known: Known): Promise<void> {
  const row = await refusable(cancelOrder(world.t.database, by(person), known.row.tradeNo, world.now))
  if (!row) return
  known.row = row
  returnHeld(person, row)
}
