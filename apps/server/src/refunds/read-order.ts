import { canMove } from '@portico/contract/orders'
import { atOneMoment, type Database } from '../db/client.ts'
import { findOrder } from '../orders/list-orders.ts'
import { listPayments } from '../payments/list-payments.ts'
import { listFiles } from '../payments/proof-file.ts'
import { roomFor } from './refund-order.ts'

/**
 * One order with its payments and refunds, all from one moment: a page that sees a refund complete stops polling, and must not keep an
 * older order. `room`: what can be refunded; null: nothing. Throws `order.not_found`.
 */
export async function readOrder({ transaction }: Database, tradeNo: string) {
  return transaction(async (tx) => {
    await atOneMoment(tx)
    const found = await findOrder(tx, tradeNo, null)
    const [payments, files] = await Promise.all([listPayments(tx, found.order.id), listFiles(tx, found.order.id)])
    const room = canMove(found.order.status, 'refund') ? await roomFor(tx, found.order) : null
    return { found, files, room, ...payments }
  })
}
