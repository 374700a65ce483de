import { and, eq, lte, not, type SQL, sql } from 'drizzle-orm'
import { type Actor, jobActor, mayChange } from '../actor.ts'
import { record } from '../audit/record.ts'
import { returnCoupon } from '../coupons/use-coupon.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Leg, post } from '../ledger/post.ts'
import { paymentAttempts } from '../payments/payments.table.ts'
import { paymentProofs } from '../payments/proofs.table.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'
import { endWaiting } from './waiting/end-waiting.ts'

/**
 * Cancels an unpaid order and releases what it held: the member's own, or any order with `orders.write`. Someone else's order is
 * `order.not_found`, so numbers cannot be probed. Throws `order.wrong_status` unless the order is pending.
 */
export async function cancelOrder({ transaction }: Database, by: Actor, tradeNo: string, now: Date): Promise<OrderRow> {
  return transaction((tx) => cancelWithin(tx, by, tradeNo, now))
}

/** `cancelOrder` in the caller's transaction. */
export async function cancelWithin(tx: Tx, by: Actor, tradeNo: string, now: Date): Promise<OrderRow> {
  const before = await lockOrder(tx, tradeNo)
  if (!mayChange(by, before.accountId, 'orders.write')) throw new AppError('order.not_found')
  const after = await moveOrder(tx, before, 'cancel')
  await endWaiting(tx, before, now)
  await returnHolds(tx, by, before, now)
  // Nobody gains: members may cancel too, and only get back the balance they paid with.
  await record(tx, by, { action: 'order.cancel', entity: 'order', beneficiary: null, id: tradeNo, before, after }, now)
  return after
}

const EXPIRY = jobActor('expire_orders')

/**
 * Expires up to 1,000 overdue unpaid orders, one transaction each, and returns how many. An order paid in the meantime stays paid; one
 * whose member has sent a proof of payment waits for the operator who checks it.
 */
export async function expireOrders(database: Database, now: Date): Promise<number> {
  const due = await database.db
    .select({ tradeNo: orders.tradeNo })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), lte(orders.expiresAt, now), not(isProved(sql`${orders.id}`))))
    .limit(1000)
  let expired = 0
  for (const { tradeNo } of due) {
    try {
      const isExpired = await database.transaction(async (tx) => {
        const before = await lockOrder(tx, tradeNo)
        // A proof is stored under the same lock, and one may have come since the list was read.
        const [proved] = await tx
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.id, before.id), isProved(sql`${before.id}`)))
        if (proved) return false
        await returnHolds(tx, EXPIRY, await moveOrder(tx, before, 'expire'), now)
        await endWaiting(tx, before, now)
        return true
      })
      if (isExpired) expired++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'order.wrong_status')) throw error
    }
  }
  return expired
}

/** Condition: the member sent a proof of payment that an operator must check. */
export function isProved(orderId: SQL): SQL {
  return sql`exists (select from ${paymentAttempts} a where a.order_id = ${orderId}
    and (a.proof is not null or exists (select from ${paymentProofs} f where f.attempt_id = a.id)))`
}

/** Releases the balance and the coupon use that an open order held. A place in a limited plan needs no release. */
async function returnHolds(tx: Tx, by: Actor, order: OrderRow, at: Date): Promise<void> {
  if (order.couponId !== null) await returnCoupon(tx, order.id, at)
  if (order.balanceAmount === 0) return
  const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
  const legs: Leg[] = [
    { kind: 'held', ownerId, amount: -amount, order },
    { kind: 'member', ownerId, amount },
  ]
  const key = `order_return:${order.id}`
  await post(tx, { kind: 'order.returned', key, currency, legs, note, byAccountId: by.accountId, at })
}
