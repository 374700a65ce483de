import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { lockSubscription } from '../../subscriptions/change-subscription.ts'
import { isActive } from '../../subscriptions/state.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { endPack } from '../terms/cut-term.ts'
import { creditRest } from './credit-rest.ts'

/** Credits what was unused of an ended plan's packs to the balance. `unused`: by order, before the end. */
export async function creditPacks(tx: Tx, accountId: number, unused: Map<number, number>, at: Date): Promise<void> {
  if (isActive(await lockSubscription(tx, accountId), at)) return
  for (const pack of await packsAmong(tx, [...unused.keys()])) {
    await creditRest(tx, pack, { amount: unused.get(pack.id) ?? 0, key: `order_ended:${pack.id}`, at })
    await endPack(tx, pack, at)
  }
}

/** The reset packs among these orders, oldest first. */
export function packsAmong(db: Db, ids: number[]): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.type, 'reset')))
    .orderBy(asc(orders.id))
}
