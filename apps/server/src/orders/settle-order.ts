import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { post } from '../ledger/post.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'

/** `cashAmount`: what came from outside, without the fee; what the balance paid is none. */
export type Settlement = {
  at: Date
  feeAmount: number
  cashAmount: number
  paymentName: string | null
  /** The caller opens it himself right after; if he cannot, it is found within two minutes. */
  opensNow?: boolean
}

/**
 * Marks a locked, unpaid order as paid and queues its opening in the same transaction. What it held from the balance is now
 * earned; the rest of the money is the caller's to post.
 */
export async function settleOrder(tx: Tx, order: OrderRow, { at, opensNow, ...facts }: Settlement): Promise<OrderRow> {
  const paid = await moveOrder(tx, order, 'pay', { paidAt: at, ...facts })
  if (order.balanceAmount > 0) {
    const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
    const legs = [{ kind: 'held', ownerId, amount: -amount } as const, { kind: 'revenue', amount } as const]
    await post(tx, { kind: 'order.balance_paid', key: `order_balance:${order.id}`, currency, legs, note, at })
  }
  if (!opensNow) await enqueue(tx, 'open_order', { order_id: order.id }, { key: `open_order:${order.id}` })
  return paid
}
