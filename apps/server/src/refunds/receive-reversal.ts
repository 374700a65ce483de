import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import { toDecimal } from '@portico/contract/money'
import type { ReversalOutcome } from '@portico/contract/receipts-admin'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import type { Reversal } from '../payment-drivers/driver.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { keptOf, returnPay, returnUnclear, setReturned, valueOf } from '../payments/receipt-returns.ts'
import { isUnclear } from '../payments/receipts/unclear.ts'
import { finishRefund } from './finish-refund.ts'
import { lockPaid, type Paid, type Reversed } from './lock-paid.ts'
import { insertReversal } from './insert-reversal.ts'
import { paymentReversals, type RefundRow, refunds, type ReversalRow } from './refunds.table.ts'
import { movements, takeBack } from './take-back.ts'

/** `unknown`: we do not know the payment, perhaps not yet. `repeated`: this number was booked before. The first three book nothing. */
export type ReversalResult = { result: 'unknown' | 'repeated' | 'wrong_currency' | ReversalOutcome; tradeNo: string | null }

/**
 * Books a verified reversal: the only way to. Each of its numbers counts once. Refunds made here are only confirmed; others are taken from
 * what the money paid for. Operators review each one.
 */
export async function receiveReversal(
  { transaction }: Database,
  method: PaymentMethodRow,
  reversal: Reversal,
  context: Context,
): Promise<ReversalResult> {
  return transaction(async (tx) => {
    const paid = await lockPaid(tx, method, reversal)
    if (!paid) return { result: 'unknown', tradeNo: null }
    return { result: await reverse(tx, paid, reversal, context), tradeNo: paid.order.tradeNo }
  })
}

/** `receiveReversal` for a locked payment. */
export async function reverse(tx: Tx, paid: Paid, reversal: Reversal, context: Context): Promise<ReversalResult['result']> {
  if (paid.receipt.currency !== reversal.currency) return 'wrong_currency'
  if (await findReversal(tx, paid.method, reversal.reversalNo)) return 'repeated'
  if (await isRestored(tx, paid, reversal)) return 'repeated'
  const found = { ...paid, reversal, context }
  const ours = await findOurs(tx, found)
  if (ours) await confirm(tx, found, ours)
  return ours ? 'ours' : book(tx, found)
}

export async function findReversal(tx: Tx, { id }: PaymentMethodRow, reversalNo: string): Promise<ReversalRow | undefined> {
  const [known] = await tx
    .select()
    .from(paymentReversals)
    .where(and(eq(paymentReversals.methodId, id), eq(paymentReversals.reversalNo, reversalNo)))
    .for('update')
  return known
}

/** Whether this is a withdrawal of a dispute whose reinstatement came first. */
async function isRestored(tx: Tx, { receipt }: Paid, { cause, reversalNo, at }: Reversal): Promise<boolean> {
  if (cause !== 'chargeback' || at === undefined) return false
  const { id, receiptId, outcome, restoredAt } = paymentReversals
  const [early] = await tx
    .select({ id })
    .from(paymentReversals)
    .where(and(eq(receiptId, receipt.id), eq(outcome, 'none'), eq(paymentReversals.cause, cause), gte(restoredAt, at)))
    .limit(1)
  if (early) await tx.update(paymentReversals).set({ reversalNo }).where(eq(id, early.id))
  return early !== undefined
}

/** Our refund that a reversal confirms: by our number or the gateway's, else the oldest unconfirmed one of the amount; undefined: none. */
async function findOurs(tx: Tx, { receipt, reversal }: Reversed): Promise<RefundRow | undefined> {
  if (reversal.cause !== 'refund') return undefined
  const candidates = await tx
    .select({ refund: refunds })
    .from(refunds)
    .leftJoin(paymentReversals, eq(paymentReversals.refundId, refunds.id))
    .where(and(eq(refunds.receiptId, receipt.id), inArray(refunds.status, ['requested', 'succeeded']), isNull(paymentReversals.id)))
    .orderBy(refunds.id)
    .for('update', { of: refunds })
  const rows = candidates.map(({ refund }) => refund)
  const { refundNo, reversalNo, amount } = reversal
  return (
    rows.find((row) => row.refundNo === refundNo || row.externalId === reversalNo) ??
    rows.find((row) => refundNo === null && row.externalId === null && row.payAmount === amount)
  )
}

async function confirm(tx: Tx, found: Reversed, refund: RefundRow): Promise<void> {
  await insertReversal(tx, found, { outcome: 'ours', refundId: refund.id, valueAmount: refund.amount })
  if (refund.status === 'requested') await finishRefund(tx, found.order, refund, found.reversal.reversalNo, found.context)
}

async function book(tx: Tx, found: Reversed): Promise<ReversalOutcome> {
  const { receipt, attempt, reversal } = found
  if (isUnclear(receipt)) return bookUnallocated(tx, found)
  // If the money was refunded before, nothing is left to return: the member got it twice.
  const pay = Math.min(reversal.amount, keptOf(receipt) - receipt.returnedAmount)
  const before = { pay: receipt.returnedAmount, value: receipt.returnedValue }
  const after = returnPay(attempt, before, pay)
  await setReturned(tx, receipt.id, after)
  const returnedValue = after.value - before.value
  const isWhole = after.pay >= keptOf(receipt)
  return takeBack(tx, found, {
    value: returnedValue + valueOf(attempt, reversal.amount - pay),
    returned: { returnedAmount: pay, returnedValue },
    isWhole,
  })
}

/** Takes back money that waited for an operator. */
async function bookUnallocated(tx: Tx, found: Reversed): Promise<ReversalOutcome> {
  const { receipt, attempt, order, method, reversal, context } = found
  const { amount, currency } = reversal
  await returnUnclear(tx, receipt, amount, context.now)
  const valueAmount = currency === attempt.payCurrency ? valueOf(attempt, amount) : 0
  const id = await insertReversal(tx, found, { outcome: 'unallocated', valueAmount, returnedAmount: amount })
  await post(tx, {
    kind: movements[reversal.cause],
    key: `reversal:${id}`,
    receiptId: receipt.id,
    reversalId: id,
    currency,
    legs: [
      { kind: 'unallocated', amount: -amount },
      { kind: 'gateway', ownerId: method.id, amount },
    ],
    note: `${order.tradeNo}: ${toDecimal(amount, currency)} ${currency}`,
    at: context.now,
  })
  return 'unallocated'
}
