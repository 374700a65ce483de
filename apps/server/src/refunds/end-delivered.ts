import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { endTermOf } from '../orders/add-refunded.ts'
import { lockOrderById, moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { isFilledAgain } from '../orders/terms/filled-again.ts'
import { creditPacks, packsAmong } from '../orders/value/credit-packs.ts'
import { creditRest } from '../orders/value/credit-rest.ts'
import { heldBefore, undoChange } from '../orders/value/undo-change.ts'
import { valueLost } from '../orders/value/value-lost.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import { plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { termWithout } from '../subscriptions/withdraw-term.ts'
import { runningHolder } from './order-money.ts'

/**
 * Ends what a refunded, locked order delivered. A change of plan is undone, if the plan before it can come back. For an absorbed order, the
 * order that holds its money ends, and what is unused of it goes to the balance.
 */
export async function endDelivered(tx: Tx, order: OrderRow, context: Context): Promise<void> {
  const subscription = await lockSubscription(tx, order.accountId)
  const unused = await unusedOrders(tx, subscription, order.currency, context)
  if (order.status !== 'absorbed') {
    if (await undoChange(tx, order, subscription, context)) return
    await endTermOf(tx, order, context.now)
    await creditPacks(tx, order.accountId, unused, context.now)
    return
  }
  const holder = await runningHolder(tx, order, context)
  if (!holder) return
  const ended = await lockOrderById(tx, holder.order.id)
  await endTermOf(tx, ended, context.now)
  await creditRest(tx, ended, { amount: holder.unused, key: `order_ended:${ended.id}`, at: context.now })
  await moveOrder(tx, ended, 'absorb')
  await creditPacks(tx, order.accountId, unused, context.now)
}

/** A plan and its end; without a plan, the member holds nothing. */
export type Held = { plan: string | null; expiresAt: Date | null }

/** `credited`: what other orders of the plan return to the balance. */
export type Ending = { before: Held; after: Held; credited: number }

/** What the member holds, and what they would hold if the order's term ended now. */
export async function endingOf(db: Db, order: OrderRow, context: Context): Promise<Ending | null> {
  const { now } = context
  const [row] = await db
    .select({ subscription: subscriptions, plan: plans.name })
    .from(subscriptions)
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.accountId, order.accountId))
  if (!row || order.type === 'topup' || !isActive(row.subscription, now)) return null
  const { subscription, plan } = row
  const before = { plan, expiresAt: subscription.expiresAt }
  const undone = await heldBefore(db, order, subscription, now)
  const unused = await unusedOrders(db, subscription, order.currency, context)
  if (undone) {
    const name = undone.orders.at(-1)?.snapshot?.planName ?? null
    const expiresAt = undone.term.expiresAt === null ? null : new Date(undone.term.expiresAt)
    const less = await valueLost(db, { ...undone, change: order, subscription, unused: unused.get(order.id) ?? 0 }, context)
    const others = [...unused].flatMap(([id, amount]) => (id === order.id ? [] : amount))
    const credited = [...others, ...less.values()].reduce((sum, amount) => sum + amount, 0)
    return { before, after: { plan: name, expiresAt }, credited }
  }
  const ended = order.status === 'absorbed' ? (await runningHolder(db, order, context))?.order : order
  const { planId, termStart: start, termEnd: end } = ended ?? {}
  if (!ended || !planId || !start || end === undefined || order.type === 'reset') return { before, after: before, credited: 0 }
  if (await isFilledAgain(db, ended)) return { before, after: before, credited: 0 }
  const without = termWithout(subscription, { planId, start, end }, now)
  if (without === null) return { before, after: before, credited: 0 }
  if (without > now) return { before, after: { plan, expiresAt: without }, credited: 0 }
  const packs = await packsAmong(db, [...unused.keys()])
  return { before, after: { plan: null, expiresAt: null }, credited: packs.reduce((sum, { id }) => sum + (unused.get(id) ?? 0), 0) }
}
