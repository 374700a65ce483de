import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { newTradeNo } from '../orders/place-order.ts'
import type { Charge } from './charge.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow } from './payments.table.ts'

type Terms = Charge & Partial<Pick<PaymentAttemptRow, 'saveCard' | 'chargedCard' | 'nextAskAt'>>

/** The attempt's number is as long and random as an order's, so neither can be derived from the other. */
export async function insertAttempt(
  tx: Tx,
  order: OrderRow,
  method: PaymentMethodRow,
  terms: Terms,
  now: Date,
): Promise<PaymentAttemptRow> {
  const { id: orderId, currency, expiresAt } = order
  const values = { attemptNo: newTradeNo(now), orderId, methodId: method.id, ...terms, currency, createdAt: now, expiresAt }
  return writtenRow(await tx.insert(paymentAttempts).values(values).returning())
}
