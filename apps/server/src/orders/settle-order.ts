import type { Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'

/** `cashAmount`: what came from outside, without the fee; what the balance paid is none. */
export type Settlement = {
  at: Date
  feeAmount: number
  cashAmount: number
  paymentName: string | null
}

/**
 * Marks a locked, unpaid order as paid, from where it is opened within the second. What it held from the balance is now earned;
 * the rest of the money is the caller's to post.
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
