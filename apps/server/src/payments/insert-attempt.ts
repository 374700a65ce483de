import type { Tx } from '../db/client.ts'
import { fixedInsert } from '../db/fixed-query.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { newTradeNo } from '../orders/place-order.ts'
import type { Charge } from './charge.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow } from './payments.table.ts'

const insertRow = fixedInsert(paymentAttempts)

type Terms = Charge & Partial<Pick<PaymentAttemptRow, 'saveCard' | 'chargedCard' | 'nextAskAt'>>

/** Its number is as long and random as an order's, so nobody can derive one from another. */
export async function insertAttempt(
  tx: Tx,
  order: OrderRow,
  method: PaymentMethodRow,
  terms: Terms,
  now: Date,
): Promise<PaymentAttemptRow> {
  const values = { attemptNo: newTradeNo(now), orderId: order.id, methodId: method.id, createdAt: now, expiresAt: order.expiresAt }
  return insertRow(tx, { ...values, ...terms, currency: order.currency })
}
