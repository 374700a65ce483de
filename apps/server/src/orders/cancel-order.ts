import { and, eq, lte } from 'drizzle-orm'
import { returnCoupon } from '../coupons/use-coupon.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { post } from '../ledger/post.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'

/** Cancels an unpaid order. `accountId` null: an operator does it. Another member's order is not found, so numbers cannot be probed. */
export async function cancelOrder({ transaction }: Database, accountId: number | null, tradeNo: string, now: Date): Promise<OrderRow> {
  return transaction((tx) => cancelWithin(tx, accountId, tradeNo, now))
}

export async function cancelWithin(tx: Tx, accountId: number | null, tradeNo: string, now: Date): Promise<OrderRow> {
  const order = await lockOrder(tx, tradeNo)
  if (accountId !== null && order.accountId !== accountId) throw new AppError('order.not_found')
  const cancelled = await moveOrder(tx, order, 'cancel')
  await returnHolds(tx, order, now)
  return cancelled
}

/** Ends unpaid orders whose time is over, one transaction each. One that was paid meanwhile stays paid. */
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
        await returnHolds(tx, order, now)
      })
      expired++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'order.wrong_status')) throw error
    }
  }
  return expired
}

/** What an open order held goes back as it came: the balance and the coupon's use. The place frees itself. */
async function returnHolds(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  if (order.couponId !== null) await returnCoupon(tx, order.id, at)
  if (order.balanceAmount === 0) return
  const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
  const legs = [{ kind: 'held', ownerId, amount: -amount } as const, { kind: 'member', ownerId, amount } as const]
  await post(tx, { kind: 'order.returned', key: `order_return:${order.id}`, currency, legs, note, at })
}
