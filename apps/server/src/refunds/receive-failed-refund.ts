import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import type { FailedRefund } from '../payment-drivers/driver.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { markReturnedAttempt } from '../payments/receipt-returns.ts'
import { failRefund } from './fail-refund.ts'
import { insertReversal } from './insert-reversal.ts'
import { lockPaid, type Paid } from './lock-paid.ts'
import { findReversal } from './receive-reversal.ts'
import { paymentReversals, type RefundRow, refunds } from './refunds.table.ts'
import { restoreReversal } from './restore-reversal.ts'

/** `failed`: the money is ours again. `repeated`: that was known before. `none`: it had never been booked, and will not be. */
export type FailedResult = { result: 'unknown' | 'repeated' | 'failed' | 'none'; tradeNo: string | null }

/**
 * Books that a refund failed, perhaps long after it was booked as done. What it moved comes back, and operators are told, because the
 * member has not received the money. A term that a full refund ended does not come back by itself.
 */
export async function receiveFailedRefund(
  { transaction }: Database,
  method: PaymentMethodRow,
  failed: FailedRefund,
  context: Context,
): Promise<FailedResult> {
  return transaction(async (tx) => {
    const paid = await lockPaid(tx, method, failed)
    if (!paid) return { result: 'unknown', tradeNo: null }
    const { tradeNo } = paid.order
    const ours = await findRefund(tx, paid, failed)
    if (ours) return { result: await failOurs(tx, paid, ours, { failed, context }), tradeNo }
    const known = await findReversal(tx, method, failed.reversalNo)
    if (known?.restoredAt) return { result: 'repeated', tradeNo }
    if (known) await restoreReversal(tx, paid, known, context)
    else await insertReversal(tx, reversedBy(paid, failed, context), { outcome: 'none', valueAmount: 0, restoredAt: context.now })
    return { result: known ? 'failed' : 'none', tradeNo }
  })
}

async function findRefund(tx: Tx, { receipt }: Paid, { refundNo, reversalNo }: FailedRefund): Promise<RefundRow | undefined> {
  const isIt = or(eq(refunds.externalId, reversalNo), ...(refundNo === null ? [] : [eq(refunds.refundNo, refundNo)]))
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.receiptId, receipt.id), isIt))
    .for('update')
  return refund
}

type Failure = { failed: FailedRefund; context: Context }

async function failOurs(tx: Tx, paid: Paid, refund: RefundRow, { failed, context }: Failure): Promise<'repeated' | 'failed'> {
  if (refund.status === 'failed') return 'repeated'
  const { order, receipt } = paid
  const wasDone = refund.status === 'succeeded'
  await failRefund(tx, order, refund, failed.said ?? null, context)
  if (!wasDone) return 'failed'
  await oweInvoice(tx, { refundId: refund.id, cancels: true })
  await markReturnedAttempt(tx, receipt.id)
  const booked = { outcome: 'failed', restoredAt: context.now } as const
  const [confirmed] = await tx.update(paymentReversals).set(booked).where(eq(paymentReversals.refundId, refund.id)).returning()
  if (!confirmed)
    await insertReversal(tx, reversedBy(paid, failed, context), { ...booked, valueAmount: refund.amount, refundId: refund.id })
  return 'failed'
}

function reversedBy(paid: Paid, failed: FailedRefund, context: Context) {
  return { ...paid, reversal: { ...failed, attemptNo: null, cause: 'refund' as const }, context }
}
