import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { type Leg, post } from '../ledger/post.ts'
import { endTermOf } from '../orders/add-refunded.ts'
import { lockOrderById, moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { heldBefore, undoChange } from '../orders/value/undo-change.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import { plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { termWithout } from '../subscriptions/withdraw-term.ts'
import { absorbedMoney } from './absorbed-money.ts'

/**
 * Ends what a refunded, locked order delivered. A change of plan is undone, if the plan before it can come back. For an absorbed order, the
 * order that holds its money ends, and what is unused of it goes to the balance.
 */
export async function endDelivered(tx: Tx, order: OrderRow, context: Context): Promise<void> {
  const subscription = await lockSubscription(tx, order.accountId)
  if (order.status !== 'absorbed') {
    if (!(await undoChange(tx, order, subscription, context))) await endTermOf(tx, order, context.now)
    return
  }
  const { holder } = await absorbedMoney(tx, order, context)
  if (!holder) return
  const unused = (await unusedOrders(tx, subscription, order.currency, context)).get(holder.id) ?? 0
  const ended = await lockOrderById(tx, holder.id)
  await endTermOf(tx, ended, context.now)
  const { accountId: ownerId, currency, tradeNo: note } = ended
  const legs: Leg[] = [
    { kind: 'revenue', amount: -unused, order: ended },
    { kind: 'member', ownerId, amount: unused },
  ]
  await post(tx, { kind: 'order.credited', key: `order_ended:${ended.id}`, currency, legs, note, at: context.now })
  await moveOrder(tx, ended, 'absorb')
}

/** A plan and its end; without a plan, the member holds nothing. */
export type Held = { plan: string | null; expiresAt: Date | null }

export type Ending = { before: Held; after: Held }

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
  if (undone) {
    const name = undone.orders.at(-1)?.snapshot?.planName ?? null
    return { before, after: { plan: name, expiresAt: undone.term.expiresAt === null ? null : new Date(undone.term.expiresAt) } }
  }
  const ended = order.status === 'absorbed' ? (await absorbedMoney(db, order, context)).holder : order
  const { planId, termStart: start, termEnd: end } = ended ?? {}
  if (!planId || !start || end === undefined) return { before, after: before }
  const without = termWithout(subscription, { planId, start, end }, now)
  return { before, after: without === null ? before : without > now ? { plan, expiresAt: without } : { plan: null, expiresAt: null } }
}
