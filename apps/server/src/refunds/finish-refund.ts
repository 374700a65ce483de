import { eq } from 'drizzle-orm'
import { reverseCommission, reverseTopUp } from '../commissions/reverse-commission.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { closeRefunded } from '../orders/add-refunded.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { endDelivered } from './end-delivered.ts'
import { isRefundUnderWay, paidFor } from './paid-for.ts'
import { markReturnedAttempt } from '../payments/receipt-returns.ts'
import { type RefundRow, refunds } from './refunds.table.ts'

/** Completes a requested refund: the member has the money. The caller has locked the order, then the refund. */
export async function finishRefund(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  externalId: string | null,
  context: Context,
): Promise<RefundRow> {
  const set = { status: 'succeeded', externalId: externalId ?? refund.externalId, finishedAt: context.now } as const
  const [done] = await tx.update(refunds).set(set).where(eq(refunds.id, refund.id)).returning()
  if (!done) throw new Error('a locked refund is missing')
  if (refund.receiptId !== null) await markReturnedAttempt(tx, refund.receiptId)
  await oweInvoice(tx, { refundId: refund.id })
  await settleReturned(tx, order, refund.endTerm, context)
  return done
}

/**
 * Effects of a completed refund: reverses commission in proportion; an order with nothing left becomes `refunded`. `endTerm`: ends the rest
 * of the term too.
 */
export async function settleReturned(tx: Tx, order: OrderRow, endTerm: boolean, context: Context): Promise<void> {
  if (endTerm) await endDelivered(tx, order, context)
  if (order.refundedAmount === 0 || (await isRefundUnderWay(tx, order.id))) return
  const { total } = await paidFor(tx, order)
  const returned = { refunded: order.refundedAmount, base: total }
  await reverseCommission(tx, order.id, returned, context.now)
  if (order.type === 'topup') await reverseTopUp(tx, order.id, returned, context.now)
  if (order.refundedAmount >= total) await closeRefunded(tx, order, context.now)
}
