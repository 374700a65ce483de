import { type OrderAction, orderActions } from '@portico/contract/orders'
import type { Tx } from '../db/client.ts'
import { fixed, fixedSelect, fixedUpdate } from '../db/fixed-query.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

const byTradeNo = fixedSelect(orders, 'lock-order', 'where trade_no = $1 for update')
const byId = fixedSelect(orders, 'lock-order-by-id', 'where id = $1 for update')
const termOfId = fixedSelect(
  subscriptions,
  'lock-term-of-id',
  'where account_id = (select account_id from orders where id = $1) for update',
)
const termOfTradeNo = fixedSelect(
  subscriptions,
  'lock-term-of-order',
  'where account_id = (select account_id from orders where trade_no = $1) for update',
)
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
  const [term] = await ('id' in which ? termOfId(tx, [which.id]) : termOfTradeNo(tx, [which.tradeNo]))
  if (!term) throw new AppError('order.not_found')
  return { term, order: await ('id' in which ? lockOrderById(tx, which.id) : lockOrder(tx, which.tradeNo)) }
}

/** The only writer of an order's status. A lost race is an update that finds no row: `order.wrong_status`. */
export async function moveOrder(tx: Tx, order: OrderRow, action: OrderAction, set: Partial<OrderRow> = {}): Promise<OrderRow> {
  const { from, to } = orderActions[action]
  try {
    const change = { ...set, status: to }
    if (!(await moveFrom(tx, change, [order.id, [...from]])))
      throw new AppError('order.wrong_status', { details: { status: order.status, action } })
    // What gateways still offer for it must not outlive the wait for payment.
    if (order.status === 'pending' && order.totalAmount > 0 && (await hasOpenAttempt(tx, order.id))) {
      await enqueue(tx, 'close_attempts', { order_id: order.id }, { key: `close_attempts:${order.id}` })
    }
    return { ...order, ...change }
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_open')) throw new AppError('order.open_exists')
    throw error
  }
}

const OPEN_ATTEMPT = `select 1 from payment_attempts where order_id = $1 and status in ('created', 'pending') limit 1`

/** The order is locked, so that no attempt begins meanwhile. */
async function hasOpenAttempt(tx: Tx, orderId: number): Promise<boolean> {
  return (await fixed(tx, 'open-attempt', OPEN_ATTEMPT, [orderId])).length > 0
}
