import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { lockOrderAndSubscription } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { Reversal } from '../payment-drivers/driver.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  paymentMethods,
  type PaymentReceiptRow,
  paymentReceipts,
} from '../payments/payments.table.ts'
import { findByNumber } from '../payments/receipts/receipt-numbers.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import type { ReversalRow } from './refunds.table.ts'

/** A received payment with its attempt and order. */
export type Paid = {
  receipt: PaymentReceiptRow
  attempt: PaymentAttemptRow
  order: OrderRow
  subscription: SubscriptionRow
  method: PaymentMethodRow
}

/** A payment with a reversal of it. */
export type Reversed = Paid & { reversal: Reversal; context: Context }

/** A booked reversal with its payment, to take more of it. */
export function reversedBy(paid: Paid, row: ReversalRow, context: Context): Reversed {
  return { ...paid, reversal: { ...row, attemptNo: null, callbackNo: paid.receipt.callbackNo, refundNo: null }, context }
}

/** Locks a payment by its gateway's number: subscription, order, receipt; null: unknown. */
export async function lockPaid(
  tx: Tx,
  method: PaymentMethodRow,
  named: { callbackNo: string; attemptNo?: string | null },
): Promise<Paid | null> {
  const located = await findByNumber(tx, method.id, { attemptNo: null, ...named })
  if (!located) return null
  return lockPaidById(tx, located.receiptId)
}

export async function lockPaidById(tx: Tx, receiptId: number): Promise<Paid> {
  const isIt = eq(paymentReceipts.id, receiptId)
  const [made] = await tx
    .select({ attempt: paymentAttempts, method: paymentMethods })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(isIt)
  if (!made) throw new Error('a receipt is missing')
  const { order, subscription } = await lockOrderAndSubscription(tx, { id: made.attempt.orderId })
  const receipt = writtenRow(await tx.select().from(paymentReceipts).where(isIt).for('update'))
  return { ...made, receipt, order, subscription }
}
