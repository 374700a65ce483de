import { and, eq, exists, isNull, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { undoPosting } from '../ledger/undo-posting.ts'
import { addRefunded } from '../orders/add-refunded.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { restoreOrder } from '../orders/terms/restore-order.ts'
import { restoreReturnable } from '../payments/receipt-returns.ts'
import { debitForReversals } from './debit-for-reversals.ts'
import { settleReturned } from './finish-refund.ts'
import { paymentReversals, type RefundRow, refunds, reversalParts } from './refunds.table.ts'

/**
 * Marks a refund as failed after the gateway's final refusal, and takes its posting back. Money of an order that has ended since goes to
 * the balance. The caller has locked the order, then the refund.
 */
export async function failRefund(tx: Tx, order: OrderRow, refund: RefundRow, refusal: string | null, context: Context): Promise<void> {
  const { now } = context
  const hasEnded = refund.endTerm && refund.status === 'succeeded'
  await tx.update(refunds).set({ status: 'failed', finishedAt: now, refusal }).where(eq(refunds.id, refund.id))
  const changed = await restoreOrder(tx, await addRefunded(tx, order, -refund.amount))
  await undoPosting(tx, `refund:${refund.id}`, {
    kind: 'order.refund_failed',
    key: `refund_failed:${refund.id}`,
    accountId: order.accountId,
    hasPlace: async (id) => !hasEnded && (await holdsMoney(tx, id)),
    forOrderId: order.id,
    refundId: refund.id,
    receiptId: refund.receiptId,
    note: order.tradeNo,
    at: now,
  })
  // Others may have succeeded while this one held the last money.
  await settleReturned(tx, changed, false, context)
  if (refund.receiptId === null) return
  await restoreReturnable(tx, refund.receiptId, { pay: refund.payAmount ?? 0, value: refund.amount })
  await debitForReversals(tx, refund.receiptId, context)
}

/** Whether money can return to an order: it was not absorbed or undone, and no refund or chargeback has ended it. */
async function holdsMoney(tx: Tx, id: number): Promise<boolean> {
  const ended = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), eq(refunds.endTerm, true), eq(refunds.status, 'succeeded')))
  const [gone] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, id),
        or(
          eq(orders.status, 'absorbed'),
          and(eq(orders.type, 'change'), isNull(orders.replaced)),
          exists(ended),
          exists(chargedBack(tx, id)),
        ),
      ),
    )
  return gone === undefined
}

/** The parts that chargebacks took from an order, and have not given back. */
export function chargedBack(tx: Tx, orderId: number) {
  return tx
    .select({ id: reversalParts.orderId })
    .from(reversalParts)
    .innerJoin(paymentReversals, eq(paymentReversals.id, reversalParts.reversalId))
    .where(and(eq(reversalParts.orderId, orderId), eq(paymentReversals.cause, 'chargeback'), isNull(paymentReversals.restoredAt)))
}
