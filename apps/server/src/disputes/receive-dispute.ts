import { and, eq, isNotNull } from 'drizzle-orm'
import { canBecome, DisputeStatus } from '@portico/contract/disputes-admin'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import type { DisputeReport, Reversal } from '../payment-drivers/driver.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { insertReversal } from '../refunds/insert-reversal.ts'
import { lockPaid, type Paid } from '../refunds/lock-paid.ts'
import { reverse } from '../refunds/receive-reversal.ts'
import { paymentReversals, type ReversalRow } from '../refunds/refunds.table.ts'
import { restoreReversal } from '../refunds/restore-reversal.ts'
import { type DisputeRow, disputes } from './disputes.table.ts'
import { isTakenFor } from './taken-for.ts'

export type DisputeResult = { result: 'unknown' | 'wrong_currency' | 'booked'; tradeNo: string | null }

/**
 * Books what a gateway reports about a dispute, in any order and however often. An inquiry moves no money; a withdrawal is a chargeback,
 * and its reinstatement restores that. An older report does not change the status, but the money it reports as moved still counts.
 */
export async function receiveDispute(
  { transaction }: Database,
  method: PaymentMethodRow,
  report: DisputeReport,
  context: Context,
): Promise<DisputeResult> {
  return transaction(async (tx) => {
    const paid = await lockPaid(tx, method, report)
    if (!paid) return { result: 'unknown', tradeNo: null }
    const { tradeNo } = paid.order
    if (paid.receipt.currency !== report.currency) return { result: 'wrong_currency', tradeNo }
    const dispute = await store(tx, paid, report, context.now)
    await moveMoney(tx, paid, dispute, report, context)
    return { result: 'booked', tradeNo }
  })
}

/** The only writer of a dispute's status. The order's lock protects it. */
async function store(tx: Tx, { receipt, method }: Paid, report: DisputeReport, now: Date): Promise<DisputeRow> {
  const { disputeNo, status, reason, amount, currency, deadline, at: reportedAt } = report
  const [known] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.methodId, method.id), eq(disputes.disputeNo, disputeNo)))
  const facts = { status, reason, amount, currency, deadline, reportedAt, changedAt: now }
  if (!known) {
    const values = { ...facts, disputeNo, methodId: method.id, receiptId: receipt.id, openedAt: now }
    return writtenRow(await tx.insert(disputes).values(values).returning())
  }
  const isSame = known.status === status
  if (!isNewer(known, report) || !(isSame || canBecome(known.status, status))) return known
  const set = { ...facts, changedAt: isSame ? known.changedAt : now }
  return writtenRow(await tx.update(disputes).set(set).where(eq(disputes.id, known.id)).returning())
}

/** Gateways count in seconds: of two reports in the same second, the one with the later status is newer. */
function isNewer(known: DisputeRow, { at, status }: DisputeReport): boolean {
  const steps = DisputeStatus.options
  if (at.getTime() !== known.reportedAt.getTime()) return at > known.reportedAt
  return steps.indexOf(status) > steps.indexOf(known.status)
}

async function moveMoney(tx: Tx, paid: Paid, dispute: DisputeRow, { money }: DisputeReport, context: Context): Promise<void> {
  const { disputeNo: reversalNo, amount, currency } = dispute
  const { callbackNo } = paid.receipt
  const taken: Reversal = { attemptNo: null, callbackNo, reversalNo, refundNo: null, amount, currency, cause: 'chargeback' }
  if (money === 'withdrawn') await reverse(tx, paid, taken, context)
  if (money !== 'reinstated') return
  const reversal = await findTaken(tx, dispute)
  if (reversal) await restoreReversal(tx, paid, reversal, context)
  // If its withdrawal is reported later, that books nothing either.
  else await insertReversal(tx, { ...paid, reversal: taken, context }, { outcome: 'none', valueAmount: 0, restoredAt: context.now })
}

async function findTaken(tx: Tx, { id }: DisputeRow): Promise<ReversalRow | undefined> {
  const [found] = await tx
    .select({ reversal: paymentReversals })
    .from(disputes)
    .innerJoin(paymentReversals, isTakenFor)
    .where(eq(disputes.id, id))
    .orderBy(isNotNull(paymentReversals.restoredAt), paymentReversals.id)
    .limit(1)
  return found?.reversal
}
