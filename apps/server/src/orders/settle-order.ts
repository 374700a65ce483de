import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'

export type Settlement = { at: Date; feeAmount: number; paymentName: string | null }

/** Marks a locked, unpaid order as paid and queues its opening in the same transaction. The money itself is the caller's to post. */
export async function settleOrder(tx: Tx, order: OrderRow, { at, feeAmount, paymentName }: Settlement): Promise<OrderRow> {
  const paid = await moveOrder(tx, order, 'pay', { paidAt: at, feeAmount, paymentName })
  await enqueue(tx, 'open_order', { order_id: order.id }, { key: `open_order:${order.id}` })
  return paid
}
