import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type OrderAction, orderActions } from '@portico/contract/orders'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

/** Locks an order by its number. */
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

type Locked = { order: OrderRow; term: SubscriptionRow }

/**
 * Locks the subscription of an order's member, then the order: whoever changes both begins here, so that nobody holds the one
 * and waits for the other.
 */
export async function lockOrderAndTerm(tx: Tx, which: { id: number } | { tradeNo: string }): Promise<Locked> {
  const isIt = 'id' in which ? eq(orders.id, which.id) : eq(orders.tradeNo, which.tradeNo)
  const [found] = await withTerms(tx).where(isIt).for('update')
  if (!found) throw new AppError('order.not_found')
  return found
}

/** Those of the orders that wait to be opened and that nobody else has locked, with their subscriptions, in the order of members. */
export async function lockWaiting(tx: Tx, ids: number[]): Promise<Locked[]> {
  return withTerms(tx)
    .where(and(inArray(orders.id, ids), eq(orders.status, 'processing')))
    .orderBy(subscriptions.accountId, orders.id)
    .for('update', { skipLocked: true })
}

function withTerms(tx: Tx) {
  return tx
    .select({ term: subscriptions, order: orders })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.accountId, subscriptions.accountId))
    .$dynamic()
}

// `orders.id` in full: Drizzle would leave the table's name out.
const hasOpenAttempt = sql<boolean>`exists (
  select from payment_attempts where order_id = orders.id and status in ('created', 'pending'))`

/** The only writer of an order's status. A lost race is an update that finds no row: `order.wrong_status`. */
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
    // What gateways still offer for it must not outlive the wait for payment. No attempt begins while the order is locked.
    if (order.status === 'pending' && moved.hasOpenAttempt) {
      await enqueue(tx, 'close_attempts', { order_id: order.id }, { key: `close_attempts:${order.id}` })
    }
    return { ...order, ...change }
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_open')) throw new AppError('order.open_exists')
    throw error
  }
}
