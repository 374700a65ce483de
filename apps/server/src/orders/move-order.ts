import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type OrderAction, orderActions } from '@portico/contract/order-status'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

/** Locks an order by its number. Throws `order.not_found`. */
export async function lockOrder(tx: Tx, tradeNo: string): Promise<OrderRow> {
  return lockWhere(tx, eq(orders.tradeNo, tradeNo))
}

export async function lockOrderById(tx: Tx, id: number): Promise<OrderRow> {
  return lockWhere(tx, eq(orders.id, id))
}

async function lockWhere(tx: Tx, which: SQL): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(which).for('update')
  if (!order) throw new AppError('order.not_found')
  return order
}

type Locked = { order: OrderRow; subscription: SubscriptionRow }

/**
 * Locks the subscription of an order's member, then the order. All code that changes both starts here; the fixed sequence prevents
 * deadlocks.
 */
export async function lockOrderAndSubscription(tx: Tx, which: { id: number } | { tradeNo: string }): Promise<Locked> {
  const isIt = 'id' in which ? eq(orders.id, which.id) : eq(orders.tradeNo, which.tradeNo)
  const [found] = await withSubscriptions(tx).where(isIt).for('update')
  if (!found) throw new AppError('order.not_found')
  return found
}

/** Locks the orders in `processing` that nobody else has locked, with their subscriptions, sorted by member. */
export async function lockWaiting(tx: Tx, ids: number[]): Promise<Locked[]> {
  return withSubscriptions(tx)
    .where(and(inArray(orders.id, ids), eq(orders.status, 'processing')))
    .orderBy(subscriptions.accountId, orders.id)
    .for('update', { skipLocked: true })
}

function withSubscriptions(tx: Tx) {
  return tx
    .select({ subscription: subscriptions, order: orders })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.accountId, subscriptions.accountId))
    .$dynamic()
}

// `orders.id` in full: Drizzle would omit the table's name.
const hasOpenAttempt = sql<boolean>`exists (
  select from payment_attempts where order_id = orders.id and status in ('created', 'pending'))`

/**
 * The only writer of an order's status. Throws `order.wrong_status` if the status does not allow the action, also after a lost race, and
 * `order.open_exists` if the member has another open order.
 */
export async function moveOrder(tx: Tx, order: OrderRow, action: OrderAction, set: Partial<OrderRow> = {}): Promise<OrderRow> {
  const { from, to } = orderActions[action]
  try {
    const change = { ...set, status: to }
    const [moved] = await tx
      .update(orders)
      .set(change)
      .where(and(eq(orders.id, order.id), inArray(orders.status, from)))
      .returning({ hasOpenAttempt })
    if (!moved) throw new AppError('order.wrong_status', { details: { status: order.status, action } })
    // What gateways have open for the order must be closed with it. No attempt starts while the order is locked.
    if (order.status === 'pending' && moved.hasOpenAttempt) {
      await enqueue(tx, 'close_attempts', { order_id: order.id }, { key: `close_attempts:${order.id}` })
    }
    return { ...order, ...change }
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_open')) throw new AppError('order.open_exists')
    throw error
  }
}
