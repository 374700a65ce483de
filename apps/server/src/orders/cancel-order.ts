import { and, eq, lte } from 'drizzle-orm'
import { type Actor, jobActor, mayChange } from '../actor.ts'
import { record } from '../audit/record.ts'
import { returnCoupon } from '../coupons/use-coupon.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { post } from '../ledger/post.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'

/**
 * Cancels an unpaid order and gives back what it held: a member's own, any order with `orders.write`. Someone else's order is
 * `order.not_found`, so numbers cannot be probed. Throws `order.wrong_status` unless the order is pending.
 */
export async function cancelOrder({ transaction }: Database, by: Actor, tradeNo: string, now: Date): Promise<OrderRow> {
  return transaction((tx) => cancelWithin(tx, by, tradeNo, now))
}

/** `cancelOrder` as part of a transaction. */
export async function cancelWithin(tx: Tx, by: Actor, tradeNo: string, now: Date): Promise<OrderRow> {
  const before = await lockOrder(tx, tradeNo)
  if (!mayChange(by, before.accountId, 'orders.write')) throw new AppError('order.not_found')
  const after = await moveOrder(tx, before, 'cancel')
  await returnHolds(tx, by, before, now)
  await record(tx, by, { action: 'order.cancel', entity: 'order', id: tradeNo, before, after }, now)
  return after
}

const EXPIRY = jobActor('expire_orders')

/** Ends unpaid orders whose time is over, one transaction each. An order that was paid meanwhile stays paid. */
export async function expireOrders(database: Database, now: Date): Promise<number> {
  const due = await database.db
    .select({ tradeNo: orders.tradeNo })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), lte(orders.expiresAt, now)))
    .limit(1000)
  let expired = 0
  for (const { tradeNo } of due) {
    try {
      await database.transaction(async (tx) => {
        const order = await moveOrder(tx, await lockOrder(tx, tradeNo), 'expire')
        await returnHolds(tx, EXPIRY, order, now)
      })
      expired++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'order.wrong_status')) throw error
    }
  }
  return expired
}

/** Gives back the balance and the coupon's use that an open order held. Its place in a limited plan needs no return. */
async function returnHolds(tx: Tx, by: Actor, order: OrderRow, at: Date): Promise<void> {
  if (order.couponId !== null) await returnCoupon(tx, order.id, at)
  if (order.balanceAmount === 0) return
  const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
  const legs = [{ kind: 'held', ownerId, amount: -amount } as const, { kind: 'member', ownerId, amount } as const]
  const key = `order_return:${order.id}`
  await post(tx, { kind: 'order.returned', key, currency, legs, note, byAccountId: by.accountId, at })
}
