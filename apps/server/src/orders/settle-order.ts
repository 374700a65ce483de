import type { Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'

/** `cashAmount`: money from outside, without the fee and without what the balance paid. */
export type Settlement = {
  at: Date
  feeAmount: number
  cashAmount: number
  paymentName: string | null
}

/**
 * Marks a locked, unpaid order as paid; a job opens it within a second. The balance it held becomes revenue; the caller posts the rest of
 * the money.
 */
export async function settleOrder(tx: Tx, order: OrderRow, { at, ...facts }: Settlement): Promise<OrderRow> {
  const paid = await moveOrder(tx, order, 'pay', { paidAt: at, ...facts })
  if (order.balanceAmount > 0) {
    const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
    const legs = [{ kind: 'held', ownerId, amount: -amount } as const, { kind: 'revenue', amount } as const]
    await post(tx, { kind: 'order.balance_paid', key: `order_balance:${order.id}`, currency, legs, note, at })
  }
  return paid
}
