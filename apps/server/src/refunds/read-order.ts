import { canMove } from '@portico/contract/order-status'
import type { Context } from '../context.ts'
import { atOneMoment, type Database } from '../db/client.ts'
import { findOrder } from '../orders/list-orders.ts'
import { confirmedBy } from './confirmed-by.ts'
import { listPayments } from '../payments/list-payments.ts'
import { listFiles } from '../payments/proof-file.ts'
import { endingOf } from './end-delivered.ts'
import { roomFor } from './refund-order.ts'

/**
 * One order with its payments and refunds, all from one moment: a page that sees a refund complete stops polling, and must not keep an
 * older order. `room`: what can be refunded; null: nothing. `ending`: what ending the term would do. Throws `order.not_found`.
 */
export async function readOrder({ transaction }: Database, tradeNo: string, context: Context) {
  return transaction(async (tx) => {
    await atOneMoment(tx)
    const found = await findOrder(tx, tradeNo, null)
    const [payments, files, confirmed] = await Promise.all([
      listPayments(tx, found.order.id),
      listFiles(tx, found.order.id),
      confirmedBy(tx, tradeNo),
    ])
    const room = canMove(found.order.status, 'refund') ? await roomFor(tx, found.order, context) : null
    const ending = room && room.total > 0 ? await endingOf(tx, found.order, context) : null
    return { found, files, confirmed, room, ending, ...payments }
  })
}
