import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { lockOrderAndSubscription } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { Reversal } from '../payment-drivers/driver.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  type PaymentReceiptRow,
  paymentReceipts,
} from '../payments/payments.table.ts'
import { findByNumber } from '../payments/receipts/receipt-numbers.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'

/** A payment that came in, with what it was made for. */
export type Paid = {
  receipt: PaymentReceiptRow
  attempt: PaymentAttemptRow
  order: OrderRow
  subscription: SubscriptionRow
  method: PaymentMethodRow
}

/** A payment of which the gateway took something back. */
export type Reversed = Paid & { reversal: Reversal; context: Context }

/** Locks a payment by its gateway's number: the member's subscription, then the order, then the receipt. Null: we do not know it. */
export async function lockPaid(
  tx: Tx,
  method: PaymentMethodRow,
  named: { callbackNo: string; attemptNo?: string | null },
): Promise<Paid | null> {
  const located = await findByNumber(tx, method.id, { attemptNo: null, ...named })
  if (!located) return null
  const { order, subscription } = await lockOrderAndSubscription(tx, { id: located.orderId })
  const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, located.receiptId)).for('update')
  const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, located.attemptId))
  if (!receipt || !attempt) throw new Error('a receipt or attempt is missing')
  return { receipt, attempt, order, subscription, method }
}
