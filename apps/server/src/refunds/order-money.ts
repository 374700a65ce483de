import { and, eq, sum } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { fundsOfOrders } from '../ledger/funds.ts'
import { funds, ledgerAccounts, ledgerEntries } from '../ledger/ledger.table.ts'
import type { Leg } from '../ledger/post.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { feeHeld } from '../orders/value/fee-held.ts'
import { absorberOf, holderOf } from '../orders/value/absorber.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { shareOf } from '../percent-of.ts'

/**
 * Where an order's money is: on the balance, and in the order that holds it now. For an absorbed order only unused money counts; if nothing
 * was credited, what it holds itself.
 */
export type OrderMoney = { onBalance: number; inOrder: number; holder: OrderRow | null }

export async function orderMoney(db: Db, order: OrderRow, context: Context): Promise<OrderMoney> {
  const rows = await db.select().from(funds).where(eq(funds.forOrderId, order.id))
  const sum = (of: typeof rows): number => of.reduce((all, { amount }) => all + amount, 0)
  const onBalance = sum(rows.filter(({ orderId }) => orderId === null))
  if (order.status !== 'absorbed') return { onBalance, inOrder: (await fundsOfOrders(db, [order.id]))(order.id).total, holder: order }
  const holder = await runningHolder(db, order, context)
  if (!holder)
    return (await gaveNothing(db, order))
      ? { onBalance, inOrder: (await fundsOfOrders(db, [order.id]))(order.id).total, holder: order }
      : { onBalance, inOrder: 0, holder: null }
  const own = sum(rows.filter(({ orderId }) => orderId === holder.order.id))
  const held = (await fundsOfOrders(db, [holder.order.id]))(holder.order.id)
  const inOrder = own === 0 ? 0 : shareOf(holder.unused, own, Math.max(own, held.total - feeHeld(holder.order, held.own)))
  return { onBalance, inOrder, holder: holder.order }
}

/** Whether an order was absorbed without value, as where changes credit nothing. */
async function gaveNothing(db: Db, order: OrderRow): Promise<boolean> {
  const absorber = await absorberOf(db, order)
  return absorber !== null && (absorber.surplusAmounts[absorber.surplusOrderIds.indexOf(order.id)] ?? 0) === 0
}

/** Running order with an absorbed order's money, even if used up, and the unused part; null: none. */
export async function runningHolder(db: Db, order: OrderRow, context: Context): Promise<{ order: OrderRow; unused: number } | null> {
  const holder = await holderOf(db, order)
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, order.accountId))
  if (!holder || !subscription) return null
  const unused = (await unusedOrders(db, subscription, order.currency, context)).get(holder.id)
  return unused === undefined ? null : { order: holder, unused }
}

/** Revenue left from an order; of a top-up, the fee. Read from the ledger, because top-ups older than funds have none. */
export async function revenueOf(db: Db, orderId: number): Promise<number> {
  const [row] = await db
    .select({ amount: sum(ledgerEntries.amount).mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerAccounts.kind, 'revenue')))
  return row?.amount ?? 0
}

/** Legs that take an amount of an order's money: from the balance first, unless it is refunded to the balance. They sum to `-amount`. */
export function takenFromMoney(
  { onBalance, holder }: OrderMoney,
  ownerId: number,
  wanted: { amount: number; fromBalance: boolean },
): Leg[] {
  const { amount } = wanted
  const fromBalance = wanted.fromBalance ? Math.min(amount, onBalance) : 0
  const legs: Leg[] = [{ kind: 'member', ownerId, amount: -fromBalance }]
  if (holder) legs.push({ kind: 'revenue', amount: fromBalance - amount, order: holder })
  return legs
}
