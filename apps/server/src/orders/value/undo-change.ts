import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type FundRow, placeOf, movePart } from '../../ledger/funds.ts'
import { funds } from '../../ledger/ledger.table.ts'
import { type Leg, post } from '../../ledger/post.ts'
import { restoreStoredTerm } from '../../subscriptions/stored-term.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { StoredTerm, SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { lockOrderById, moveOrder } from '../move-order.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { creditRest } from './credit-rest.ts'
import { feeHeld } from './fee-held.ts'
import { unusedOrders } from './unused-orders.ts'
import { formerOrderOf, valueLost, valueUsed } from './value-lost.ts'
import { shareOf } from '../../percent-of.ts'

type Before = { term: StoredTerm; orders: OrderRow[] }

/** What returns if a change of plan is undone; null: the member holds something else now, or the former term has ended. */
export async function heldBefore(db: Db, change: OrderRow, subscription: SubscriptionRow, now: Date): Promise<Before | null> {
  const { replaced: term, status, planId, termEnd, surplusOrderIds } = change
  const isHeld = status === 'completed' && subscription.planId === planId && isActive(subscription, now)
  if (!term || !isHeld || surplusOrderIds.length === 0 || (termEnd !== null && termEnd <= now)) return null
  if (term.expiresAt !== null && new Date(term.expiresAt) <= now) return null
  const absorbed = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, surplusOrderIds), eq(orders.status, 'absorbed')))
    .orderBy(asc(orders.id))
  return absorbed.length > 0 ? { term, orders: absorbed } : null
}

/**
 * Undoes a locked change of plan: the plan before it comes back with its rest and its money. What is unused of the change's own payment,
 * and of renewals and packs bought after it, goes to the balance, and so does what the plan before it is worth less by now. What the change
 * had credited comes back from there, as far as it was not spent. Returns false if nothing can come back. The caller has locked the
 * subscription.
 */
export async function undoChange(tx: Tx, change: OrderRow, subscription: SubscriptionRow, context: Context): Promise<boolean> {
  const { now } = context
  const before = await heldBefore(tx, change, subscription, now)
  if (!before) return false
  const unused = await unusedOrders(tx, subscription, change.currency, context)
  const less = await valueLost(tx, { ...before, change, subscription, unused: unused.get(change.id) ?? 0 }, context)
  await creditOwnPart(tx, change, unused.get(change.id) ?? 0, now)
  await endLater(tx, change, unused, now)
  await returnFunds(tx, change, before.orders)
  await takeCreditBack(tx, change, before.orders, now)
  for (const { id } of before.orders) {
    const order = await moveOrder(tx, await lockOrderById(tx, id), 'revive')
    await creditRest(tx, order, { amount: less.get(id) ?? 0, key: `order_less:${change.id}:${id}`, at: now })
  }
  await tx.update(orders).set({ termEnd: now, replaced: null, surplusOrderIds: [], surplusAmounts: [] }).where(eq(orders.id, change.id))
  await restoreStoredTerm(tx, subscription, before.term)
  return true
}

/** Whether a change of plan has used value of the orders before it, beyond one minor unit for each, which may be rounding. */
export async function hasUsedFormerValue(db: Db, change: OrderRow, subscription: SubscriptionRow, context: Context): Promise<boolean> {
  const before = await heldBefore(db, change, subscription, context.now)
  if (!before) return false
  const unused = (await unusedOrders(db, subscription, change.currency, context)).get(change.id) ?? 0
  return (await valueUsed(db, { ...before, change, subscription, unused }, context)) > before.orders.length
}

/** The share of the unused part that the change's own payment funded. */
async function creditOwnPart(tx: Tx, change: OrderRow, unused: number, at: Date): Promise<void> {
  const held = await fundsIn(tx, change)
  const sum = (rows: FundRow[]): number => rows.reduce((all, { amount }) => all + amount, 0)
  const own = sum(held.filter(({ forOrderId }) => forOrderId === change.id))
  const fee = feeHeld(change, own)
  const amount = own === fee ? 0 : shareOf(unused, own - fee, sum(held) - fee)
  await creditRest(tx, change, { amount, key: `order_undone:${change.id}`, at })
}

/** Ends renewals and packs of the removed plan and credits their unused value. */
async function endLater(tx: Tx, change: OrderRow, unused: Map<number, number>, at: Date): Promise<void> {
  for (const [id, amount] of unused) {
    if (id === change.id) continue
    const order = await lockOrderById(tx, id)
    await creditRest(tx, order, { amount, key: `order_ended:${id}`, at })
    const { termStart: start } = order
    await moveOrder(tx, order, 'absorb', { termStart: start && start < at ? start : at, termEnd: at })
  }
}

/** Money of earlier orders goes back to the order it was paid for, or to the one that had absorbed that order. */
async function returnFunds(tx: Tx, change: OrderRow, before: OrderRow[]): Promise<void> {
  for (const fund of await fundsIn(tx, change)) {
    const to = fund.forOrderId === change.id ? undefined : formerOrderOf(fund.forOrderId, before)
    if (to) await movePart(tx, fund, placeOf(to), fund.amount)
  }
}

async function takeCreditBack(tx: Tx, change: OrderRow, before: OrderRow[], at: Date): Promise<void> {
  if (change.creditAmount === 0) return
  const { accountId: ownerId, currency, tradeNo: note } = change
  for (const order of before) {
    const onBalance = and(eq(funds.accountId, ownerId), eq(funds.forOrderId, order.id))
    const credited = (await tx.select().from(funds).where(onBalance)).filter(({ orderId }) => orderId === null)
    const amount = credited.reduce((sum, fund) => sum + fund.amount, 0)
    const legs: Leg[] = [
      { kind: 'member', ownerId, amount: -amount },
      { kind: 'revenue', amount, order },
    ]
    await post(tx, { kind: 'order.credit_undone', key: `credit_undone:${change.id}:${order.id}`, currency, legs, note, at })
  }
}

function fundsIn(tx: Tx, { id }: OrderRow): Promise<FundRow[]> {
  return tx.select().from(funds).where(eq(funds.orderId, id)).orderBy(asc(funds.id)).for('update')
}
