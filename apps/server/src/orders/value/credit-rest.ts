import type { Tx } from '../../db/client.ts'
import { type Leg, post } from '../../ledger/post.ts'
import type { OrderRow } from '../orders.table.ts'

/**
 * What is put on the balance. `bonus`: the part of the amount that the site had given, and takes back. `lastReceiptId`: the payment whose money stays, if there is
 * other.
 */
type Credit = { amount: number; key: string; at: Date; bonus?: number; reversalId?: number; lastReceiptId?: number }

/** Puts what is left of an order's money on the member's balance. It can still be refunded as that order's money. */
export async function creditRest(
  tx: Tx,
  order: OrderRow,
  { amount, key, at, bonus = 0, reversalId, lastReceiptId }: Credit,
): Promise<void> {
  const { accountId: ownerId, currency, tradeNo: note } = order
  const legs: Leg[] = [
    { kind: 'revenue', amount: -amount, order },
    { kind: 'site', amount: bonus },
    { kind: 'member', ownerId, amount: amount - bonus },
  ]
  await post(tx, { kind: 'order.credited', key, currency, legs, note, at, lastReceiptId, ...(reversalId !== undefined && { reversalId }) })
}
