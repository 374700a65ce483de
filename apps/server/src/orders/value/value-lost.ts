import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { fundsOfOrders, fundsWithin } from '../../ledger/funds.ts'
import { shareOf } from '../../percent-of.ts'
import { cycleBytes } from '../../subscriptions/carry-over.ts'
import { withStoredTerm } from '../../subscriptions/stored-term.ts'
import type { StoredTerm, SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import type { OrderRow } from '../orders.table.ts'
import { feeHeld } from './fee-held.ts'
import { asRunning } from './running-orders.ts'
import { unusedOf } from './surplus.ts'

/** `subscription`: what the member holds while the change still stands. `unused`: of the change. */
type Undone = { change: OrderRow; term: StoredTerm; orders: OrderRow[]; subscription: SubscriptionRow; unused: number }

/** Amounts to credit when a change is undone, because the former term lost value meanwhile; in minor units, by order. */
export async function valueLost(db: Db, undone: Undone, context: Context): Promise<Map<number, number>> {
  const returning = await comingBack(db, undone, context)
  return new Map(
    returning.map(({ id, back, before, left, paid }) => {
      const less = before - left
      // What leaves the order also takes its share of what is left there.
      return [id, less <= 0 ? 0 : Math.min(back, shareOf(paid, less, paid - left))]
    }),
  )
}

/** Value that the change used up of the former orders, in minor units. */
export async function valueUsed(db: Db, undone: Undone, context: Context): Promise<number> {
  const returning = await comingBack(db, undone, context)
  return sum(returning.map(({ before, left }) => Math.max(0, left - before)))
}

/**
 * A former order if the change is undone. `back`: value the change took from it, `before` of that unused. `paid`: its money then, `left` of
 * that unused.
 */
type Returning = { id: number; back: number; before: number; paid: number; left: number }

async function comingBack(db: Db, undone: Undone, { now, settings }: Context): Promise<Returning[]> {
  const { change, orders, unused } = undone
  const within = await fundsWithin(db, change.id)
  const price = sum([...within.values()]) - feeHeld(change, within.get(change.id) ?? 0)
  const heldBy = await fundsOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  const term = withStoredTerm(undone.subscription, undone.term)
  const backTo = (order: OrderRow): number =>
    sum([...within].map(([id, amount]) => (id !== change.id && formerOrderOf(id, orders) === order ? amount : 0)))
  const running = orders.flatMap((order) => {
    const { total, own } = heldBy(order.id)
    return asRunning(order, { total: total + backTo(order), own: own + (within.get(order.id) ?? 0) }, term, now) ?? []
  })
  const worth = unusedOf(running, { ...term, transferEnable: cycleBytes(term) }, now, settings['site.timezone'])
  return orders.map((order) => {
    const back = backTo(order)
    const i = running.findIndex(({ id }) => id === order.id)
    return {
      id: order.id,
      back,
      before: price === 0 ? 0 : shareOf(unused, back, price),
      paid: running[i]?.paid ?? back,
      left: worth[i] ?? 0,
    }
  })
}

/** The former order that money in a change goes back to: the one it was paid for, or the one that had absorbed that order. */
export function formerOrderOf(forOrderId: number | null, orders: OrderRow[]): OrderRow | undefined {
  return orders.find(({ id }) => id === forOrderId) ?? orders[0]
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
