import { accrueCommission } from '../commissions/accrue-commission.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { namesAs } from '../in-language.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { tellPaid, topUp } from './fulfill-order.ts'
import { type OrderRow, orders } from './orders.table.ts'
import { newTradeNo } from './place-order.ts'
import type { Settlement } from './settle-order.ts'

type Received = { accountId: number; amount: number; currency: string; method: Settlement['method'] }

/**
 * Makes a completed top-up, with its invoice, of money that came in for a member without an order. There is no bonus, because none was
 * offered. The caller posts the payment as revenue from the order, then calls `creditTopUp`.
 */
export async function receiveTopUp(tx: Tx, { accountId, amount, currency, method }: Received, context: Context): Promise<OrderRow> {
  const { now, settings } = context
  await lockSubscription(tx, accountId)
  const inserted = await tx
    .insert(orders)
    .values({
      accountId,
      currency,
      tradeNo: newTradeNo(now),
      type: 'topup',
      status: 'completed',
      priceAmount: amount,
      totalAmount: amount,
      cashAmount: amount,
      paymentMethodId: method?.id ?? null,
      paymentName: method?.name ?? null,
      translations: namesAs(method?.translations ?? {}, 'paymentName'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + settings['order.timeout_minutes'] * 60_000),
      paidAt: now,
      completedAt: now,
    })
    .returning()
  const order = writtenRow(inserted)
  await oweInvoice(tx, { orderId: order.id })
  return order
}

/** Credits a top-up's payment to the balance and tells the member. Inviters earn if top-ups do. */
export async function creditTopUp(tx: Tx, order: OrderRow, { now, settings }: Context): Promise<void> {
  await topUp(tx, order, now)
  await accrueCommission(tx, order, order.cashAmount, { at: now, settings })
  await tellPaid(tx, [order], now)
}
