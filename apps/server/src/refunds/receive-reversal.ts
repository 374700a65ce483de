import { writtenRow } from '../db/written-row.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { toDecimal } from '@portico/contract/money'
import type { ReversalOutcome } from '@portico/contract/receipts-admin'
import type { Database, Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrderAndSubscription } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { addRefunded } from '../orders/add-refunded.ts'
import type { Reversal } from '../payment-drivers/driver.ts'
import { finishRefund, settleReturned } from './finish-refund.ts'
import { capToBalance, takenFor } from './money-back.ts'
import { paidFor } from './paid-for.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  type PaymentReceiptRow,
  paymentReceipts,
} from '../payments/payments.table.ts'
import { paymentReversals, type RefundRow, refunds } from './refunds.table.ts'
import { markReturnedAttempt, resolveAsReturned, setReturned, returnPay, valueOf } from '../payments/receipt-returns.ts'

/** `unknown`: we do not know the payment, perhaps not yet. `repeated`: this number was booked before. The first three book nothing. */
export type ReversalResult = { result: 'unknown' | 'repeated' | 'wrong_currency' | ReversalOutcome; tradeNo: string | null }

type Found = {
  receipt: PaymentReceiptRow
  attempt: PaymentAttemptRow
  order: OrderRow
  method: PaymentMethodRow
  reversal: Reversal
  now: Date
}

/**
 * The only way to book money that a gateway took back, for a notification that its driver has verified. Each of its numbers is booked once.
 * A refund made here is already booked, and only confirmed. Any other is charged to what the money paid for: the order, or the balance it
 * went to. What these cannot bear is the site's loss. Operators review each one.
 */
export async function receiveReversal(
  { transaction }: Database,
  method: PaymentMethodRow,
  reversal: Reversal,
  now: Date,
): Promise<ReversalResult> {
  return transaction(async (tx) => {
    const located = await locate(tx, method, reversal.callbackNo)
    if (!located) return { result: 'unknown', tradeNo: null }
    const { order } = await lockOrderAndSubscription(tx, { id: located.orderId })
    const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, located.receiptId)).for('update')
    const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, located.attemptId))
    if (!receipt || !attempt) throw new Error('a receipt or attempt is missing')
    const { tradeNo } = order
    if (receipt.currency !== reversal.currency) return { result: 'wrong_currency', tradeNo }
    if (await isKnown(tx, method, reversal.reversalNo)) return { result: 'repeated', tradeNo }
    const found = { receipt, attempt, order, method, reversal, now }
    const ours = await findOurs(tx, found)
    if (ours) await confirm(tx, found, ours)
    return { result: ours ? 'ours' : await book(tx, found), tradeNo }
  })
}

async function locate(
  tx: Tx,
  { id }: PaymentMethodRow,
  callbackNo: string,
): Promise<{ receiptId: number; attemptId: number; orderId: number } | undefined> {
  const [row] = await tx
    .select({ receiptId: paymentReceipts.id, attemptId: paymentAttempts.id, orderId: paymentAttempts.orderId })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(and(eq(paymentReceipts.methodId, id), eq(paymentReceipts.callbackNo, callbackNo)))
  return row
}

async function isKnown(tx: Tx, { id }: PaymentMethodRow, reversalNo: string): Promise<boolean> {
  const [known] = await tx
    .select({ id: paymentReversals.id })
    .from(paymentReversals)
    .where(and(eq(paymentReversals.methodId, id), eq(paymentReversals.reversalNo, reversalNo)))
  return known !== undefined
}

/** By our number, or the gateway's. If the gateway names neither: the oldest unconfirmed refund of that amount. */
async function findOurs(tx: Tx, { receipt, reversal }: Found): Promise<RefundRow | undefined> {
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

async function confirm(tx: Tx, found: Found, refund: RefundRow): Promise<void> {
  await insertReversal(tx, found, { outcome: 'ours', refundId: refund.id, valueAmount: refund.amount, orderAmount: 0, lossAmount: 0 })
  if (refund.status === 'requested') await finishRefund(tx, found.order, refund, found.reversal.reversalNo, found.now)
}

async function book(tx: Tx, found: Found): Promise<ReversalOutcome> {
  const { receipt, attempt, order, reversal } = found
  if (receipt.resolution === null && (receipt.outcome === 'underpaid' || receipt.outcome === 'overpaid')) return bookUnallocated(tx, found)
  const before = { pay: receipt.returnedAmount, value: receipt.returnedValue }
  const after = returnPay(attempt, before, reversal.amount)
  const value = after.value - before.value
  await setReturned(tx, receipt.id, after)
  const paysOrder = receipt.outcome === 'settled' || receipt.resolution === 'settled'
  const { total } = await paidFor(tx, order)
  const orderAmount = paysOrder ? Math.min(value, Math.max(0, total - order.refundedAmount)) : 0
  const legs: Leg[] = [
    ...(orderAmount > 0 ? takenFor(order, orderAmount) : []),
    { kind: 'member', ownerId: order.accountId, amount: orderAmount - value },
  ]
  const { legs: bearable, loss } = capToBalance(legs, await lockAccount(tx, 'member', order.accountId, order.currency))
  const outcome = paysOrder ? 'order' : 'balance'
  const id = await insertReversal(tx, found, { outcome, refundId: null, valueAmount: value, orderAmount, lossAmount: loss })
  await postReversal(tx, found, id, { currency: order.currency, value, legs: bearable })
  // A charge-back takes the money, not the debt: the invoice stands.
  if (paysOrder && reversal.cause === 'refund') await oweInvoice(tx, { reversalId: id })
  if (orderAmount === 0) return outcome
  const changed = await addRefunded(tx, order, orderAmount)
  await markReturnedAttempt(tx, receipt.id)
  await settleReturned(tx, changed, changed.refundedAmount >= total, found.now)
  return outcome
}

/** Takes back money that waited for an operator. Once all of it is gone, it no longer waits. */
async function bookUnallocated(tx: Tx, found: Found): Promise<ReversalOutcome> {
  const { receipt, attempt, reversal, now } = found
  const after = { pay: receipt.returnedAmount + reversal.amount, value: receipt.returnedValue }
  await setReturned(tx, receipt.id, after)
  if (after.pay >= receipt.amount) {
    await resolveAsReturned(tx, receipt.id, now)
  }
  const worth = reversal.currency === attempt.payCurrency ? valueOf(attempt, reversal.amount) : 0
  const id = await insertReversal(tx, found, {
    outcome: 'unallocated',
    refundId: null,
    valueAmount: worth,
    orderAmount: 0,
    lossAmount: 0,
  })
  const legs: Leg[] = [{ kind: 'unallocated', amount: -reversal.amount }]
  await postReversal(tx, found, id, { currency: reversal.currency, value: reversal.amount, legs })
  return 'unallocated'
}

type Booked = { outcome: ReversalOutcome; refundId: number | null; valueAmount: number; orderAmount: number; lossAmount: number }

async function insertReversal(tx: Tx, { receipt, method, reversal, now }: Found, booked: Booked): Promise<number> {
  const { reversalNo, cause, amount, currency } = reversal
  const values = { ...booked, reversalNo, cause, amount, currency, methodId: method.id, receiptId: receipt.id, receivedAt: now }
  return writtenRow(await tx.insert(paymentReversals).values(values).returning({ id: paymentReversals.id })).id
}

type Moved = { currency: string; value: number; legs: Leg[] }

async function postReversal(tx: Tx, { order, method, reversal, now }: Found, id: number, { currency, value, legs }: Moved): Promise<void> {
  await post(tx, {
    kind: `payment.${reversal.cause === 'refund' ? 'refunded' : 'charged_back'}`,
    key: `reversal:${id}`,
    currency,
    legs: [...legs, { kind: 'gateway', ownerId: method.id, amount: value }],
    note: `${order.tradeNo}: ${toDecimal(reversal.amount, reversal.currency)} ${reversal.currency}`,
    at: now,
  })
}
