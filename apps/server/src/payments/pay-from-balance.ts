import { writtenRow } from '../db/written-row.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Leg, post } from '../ledger/post.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { newTradeNo } from '../orders/place-order.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { Charge } from './charge.ts'
import { paymentAttempts, type PaymentMethodRow } from './payments.table.ts'

/**
 * Pays a locked, unpaid order from the member's balance, but not a top-up. Throws `balance.insufficient`, which rolls the transaction back.
 */
export async function payFromBalance(tx: Tx, order: OrderRow, method: PaymentMethodRow, charge: Charge, now: Date): Promise<void> {
  if (order.type === 'topup') throw new AppError('payment.method_unavailable')
  const values = {
    ...charge,
    attemptNo: newTradeNo(now),
    orderId: order.id,
    methodId: method.id,
    status: 'succeeded' as const,
    currency: order.currency,
    checkoutType: -1,
    createdAt: now,
    expiresAt: order.expiresAt,
    settledAt: now,
  }
  const attempt = writtenRow(await tx.insert(paymentAttempts).values(values).returning({ id: paymentAttempts.id }))
  await settleOrder(tx, order, { at: now, feeAmount: charge.feeAmount, cashAmount: 0, method })
  const legs: Leg[] = [
    { kind: 'member', ownerId: order.accountId, amount: -charge.amount },
    { kind: 'revenue', amount: charge.amount, order },
  ]
  const { tradeNo: note, currency, accountId: byAccountId } = order
  await post(tx, { kind: 'order.paid', key: `attempt:${attempt.id}`, currency, legs, note, byAccountId, at: now })
}
