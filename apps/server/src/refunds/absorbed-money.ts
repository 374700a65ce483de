import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { fundsOfOrders } from '../ledger/funds.ts'
import { funds } from '../ledger/ledger.table.ts'
import type { Leg } from '../ledger/post.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { shareOf } from '../percent-of.ts'

/** Where the money of an absorbed order is: on the balance, and the unused part of it in the order that holds it now. */
export type AbsorbedMoney = { onBalance: number; inOrder: number; holder: OrderRow | null }

export async function absorbedMoney(db: Db, order: OrderRow, context: Context): Promise<AbsorbedMoney> {
  const rows = await db.select().from(funds).where(eq(funds.forOrderId, order.id))
  const sum = (of: typeof rows): number => of.reduce((all, { amount }) => all + amount, 0)
  const onBalance = sum(rows.filter(({ orderId }) => orderId === null))
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, order.accountId))
  if (!subscription) return { onBalance, inOrder: 0, holder: null }
  const unused = await unusedOrders(db, subscription, order.currency, context)
  const holderId = rows.find(({ orderId }) => orderId !== null && unused.has(orderId))?.orderId ?? null
  if (holderId === null) return { onBalance, inOrder: 0, holder: null }
  const [holder] = await db.select().from(orders).where(eq(orders.id, holderId))
  const own = sum(rows.filter(({ orderId }) => orderId === holderId))
  const all = (await fundsOfOrders(db, [holderId])).get(holderId) ?? own
  const inOrder = shareOf(unused.get(holderId) ?? 0, own, all)
  return { onBalance, inOrder, holder: holder ?? null }
}

/** The legs that take an amount of it, the balance first unless the money goes there. They sum to `-amount`. */
export function takenFromAbsorbed(
  { onBalance, holder }: AbsorbedMoney,
  ownerId: number,
  wanted: { amount: number; fromBalance: boolean },
): Leg[] {
  const { amount } = wanted
  const fromBalance = wanted.fromBalance ? Math.min(amount, onBalance) : 0
  const legs: Leg[] = [{ kind: 'member', ownerId, amount: -fromBalance }]
  if (holder) legs.push({ kind: 'revenue', amount: fromBalance - amount, order: holder })
  return legs
}
