import { LANGUAGES } from '@portico/contract/translations'
import type { Tx } from '../db/client.ts'
import { namesAs, storedTranslations } from '../in-language.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { type Leg, post } from '../ledger/post.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'
import { endWaiting } from './waiting/end-waiting.ts'

/** `cashAmount`: outside money, without fee and balance. Shortfalls: what need not be paid; absent: 0. */
export type Settlement = {
  at: Date
  feeAmount: number
  cashAmount: number
  shortfallAmount?: number
  feeShortfallAmount?: number
  /** Payment method; null: none. */
  method: Pick<PaymentMethodRow, 'id' | 'name' | 'translations'> | null
}

/**
 * Marks a locked, unpaid order as paid; a job opens it within a second. The balance it held becomes revenue; the caller posts the rest of
 * the money.
 */
export async function settleOrder(tx: Tx, order: OrderRow, { at, method, ...facts }: Settlement): Promise<OrderRow> {
  const names = namesAs(method?.translations ?? {}, 'paymentName')
  const translations = Object.fromEntries(LANGUAGES.map((language) => [language, { ...order.translations[language], ...names[language] }]))
  const named = { paymentMethodId: method?.id ?? null, paymentName: method?.name ?? null, translations: storedTranslations(translations) }
  const paid = await moveOrder(tx, order, 'pay', { paidAt: at, ...facts, ...named })
  await endWaiting(tx, order, at)
  await oweInvoice(tx, { orderId: order.id })
  if (order.balanceAmount > 0) {
    const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
    const legs: Leg[] = [
      { kind: 'held', ownerId, amount: -amount, order },
      { kind: 'revenue', amount, order },
    ]
    await post(tx, { kind: 'order.balance_paid', key: `order_balance:${order.id}`, currency, legs, note, at })
  }
  return paid
}
