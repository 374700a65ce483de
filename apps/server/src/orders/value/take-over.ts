import type { Tx } from '../../db/client.ts'
import { moveShare, placeOf } from '../../ledger/funds.ts'
import { lockOrderById, moveOrder } from '../move-order.ts'
import type { OrderRow } from '../orders.table.ts'
import { creditRest } from './credit-rest.ts'

/** Absorbs the orders whose unused part paid for this one. What exceeds the price goes to the balance. */
export async function takeOver(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  const { creditAmount, currency } = order
  for (const [i, id] of order.surplusOrderIds.entries()) {
    const absorbed = await moveOrder(tx, await lockOrderById(tx, id), 'absorb')
    const given = order.surplusAmounts[i] ?? 0
    if (given > 0) await moveShare(tx, placeOf(absorbed), placeOf(order), { currency, amount: given })
  }
  await creditRest(tx, order, { amount: creditAmount, key: `order_credit:${order.id}`, at })
}
