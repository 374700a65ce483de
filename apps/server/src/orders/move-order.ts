import { type OrderAction, orderActions } from '@portico/contract/orders'
import type { Tx } from '../db/client.ts'
import { fixedPairs, fixedSelect, fixedUpdate } from '../db/fixed-query.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

const byTradeNo = fixedSelect(orders, 'lock-order', 'where trade_no = $1 for update')
const byId = fixedSelect(orders, 'lock-order-by-id', 'where id = $1 for update')
const withTerm = 'on b.account_id = a.account_id where'
const withTermById = fixedPairs(subscriptions, orders, 'lock-order-and-term-by-id', `${withTerm} b.id = $1 for update of a, b`)
const freeWithTermByIds = fixedPairs(
  subscriptions,
  orders,
  'lock-free-orders-and-terms',
  `${withTerm} b.id = any($1) and b.status = 'processing' order by a.account_id, b.id for update of a, b skip locked`,
)
const withTermByTradeNo = fixedPairs(subscriptions, orders, 'lock-order-and-term', `${withTerm} b.trade_no = $1 for update of a, b`)
const moveFrom = fixedUpdate<typeof orders, { hasOpenAttempt: boolean }>(
  orders,
  (first) => `id = $${first} and status = any($${first + 1})`,
  { hasOpenAttempt: `exists (select from payment_attempts where order_id = orders.id and status in ('created', 'pending'))` },
)

/** Locks an order by its number. Throws `order.not_found`. */
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

type Locked = { order: OrderRow; subscription: SubscriptionRow }

/**
 * Locks the subscription of an order's member, then the order. All code that changes both starts here; the fixed sequence prevents
 * deadlocks.
 */
export async function lockOrderAndSubscription(tx: Tx, which: { id: number } | { tradeNo: string }): Promise<Locked> {
  const [found] = await toLocked('id' in which ? withTermById(tx, [which.id]) : withTermByTradeNo(tx, [which.tradeNo]))
  if (!found) throw new AppError('order.not_found')
  return found
}

/** Locks the orders in `processing` that nobody else has locked, with their subscriptions, sorted by member. */
export async function lockWaiting(tx: Tx, ids: number[]): Promise<Locked[]> {
  return toLocked(freeWithTermByIds(tx, [ids]))
}

async function toLocked(found: ReturnType<typeof withTermById>): Promise<Locked[]> {
  return (await found).map(({ a: subscription, b: order }) => ({ subscription, order }))
}

/**
 * The only writer of an order's status. Throws `order.wrong_status` if the status does not allow the action, also after a lost race, and
 * `order.open_exists` if the member has another open order.
 */
export async function moveOrder(tx: Tx, order: OrderRow, action: OrderAction, set: Partial<OrderRow> = {}): Promise<OrderRow> {
  const { from, to } = orderActions[action]
  try {
    const change = { ...set, status: to }
    const moved = await moveFrom(tx, change, [order.id, [...from]])
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
