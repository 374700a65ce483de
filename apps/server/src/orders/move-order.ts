import { eq } from 'drizzle-orm'
import { type OrderAction, orderActions } from '@portico/contract/orders'
import type { Tx } from '../db/client.ts'
import { fixedSelect, fixedUpdate } from '../db/fixed-query.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

const byTradeNo = fixedSelect(orders, 'lock-order', 'where trade_no = $1 for update')
const byId = fixedSelect(orders, 'lock-order-by-id', 'where id = $1 for update')
const moveFrom = fixedUpdate(orders, (first) => `id = $${first} and status = any($${first + 1})`)

/** Locks an order by its number. */
export async function lockOrder(tx: Tx, tradeNo: string): Promise<OrderRow> {
  const [order] = await byTradeNo(tx, [tradeNo])
  if (!order) throw new AppError('order.not_found')
  return order
}

export async function lockOrderById(tx: Tx, id: number): Promise<OrderRow> {
  const [order] = await byId(tx, [id])
  if (!order) throw new AppError('order.not_found')
  return order
}

/**
 * Locks the subscription of an order's member, then the order: whoever changes both begins here, so that nobody holds the one
 * and waits for the other.
 */
export async function lockOrderAndTerm(
  tx: Tx,
  which: { id: number } | { tradeNo: string },
): Promise<{ order: OrderRow; term: SubscriptionRow }> {
  const where = 'id' in which ? eq(orders.id, which.id) : eq(orders.tradeNo, which.tradeNo)
  const [found] = await tx.select({ id: orders.id, accountId: orders.accountId }).from(orders).where(where)
  if (!found) throw new AppError('order.not_found')
  const term = await lockSubscription(tx, found.accountId)
  return { order: await lockOrderById(tx, found.id), term }
}

/** The only writer of an order's status. A lost race is an update that finds no row: `order.wrong_status`. */
export async function moveOrder(tx: Tx, order: OrderRow, action: OrderAction, set: Partial<OrderRow> = {}): Promise<OrderRow> {
  const { from, to } = orderActions[action]
  try {
    const moved = await moveFrom(tx, { ...set, status: to }, [order.id, [...from]])
    if (!moved) throw new AppError('order.wrong_status', { details: { status: order.status, action } })
    // What gateways still offer for it must not outlive the wait for payment.
    if (order.status === 'pending' && order.totalAmount > 0) {
      await enqueue(tx, 'close_attempts', { order_id: order.id }, { key: `close_attempts:${order.id}` })
    }
    return moved
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_open')) throw new AppError('order.open_exists')
    throw error
  }
}
