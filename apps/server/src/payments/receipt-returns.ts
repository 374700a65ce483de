import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentReceiptRow, paymentReceipts } from './payments.table.ts'
import { shareOf } from '../percent-of.ts'

/** A payment's amount in the order's currency, and in the currency the gateway charged. Both above zero. */
export type Worth = { amount: number; payAmount: number }
/** Returned part of a payment, also under way, in both currencies. */
export type Returned = { value: number; pay: number }

type Came = Pick<PaymentReceiptRow, 'amount' | 'returnedUnclear'>

/** Part of a payment, in its own currency, that was given to somebody or waits for a decision. */
export function keptOf({ amount, returnedUnclear }: Came): number {
  return amount - returnedUnclear
}

/** What a payment paid of its attempt: all, or less if accepted with a shortfall. */
export function paidOf(receipt: Came, attempt: Pick<PaymentAttemptRow, keyof Worth>): Worth {
  const kept = keptOf(receipt)
  if (kept >= attempt.payAmount) return { amount: attempt.amount, payAmount: attempt.payAmount }
  return { amount: valueOf(attempt, kept), payAmount: kept }
}

/**
 * Adds `value`, in the order's currency, to what was returned. The gateway's side is rounded down in total, and exact once everything is
 * returned.
 */
export function returnValue({ amount, payAmount }: Worth, before: Returned, value: number): Returned {
  const total = before.value + value
  const pay = total >= amount ? payAmount : shareOf(payAmount, total, amount)
  return { value: total, pay: Math.max(before.pay, pay) }
}

/** Adds `pay`, in the gateway's currency, to what was returned. */
export function returnPay({ amount, payAmount }: Worth, before: Returned, pay: number): Returned {
  const total = before.pay + pay
  return { pay: total, value: Math.max(before.value, valueOf({ amount, payAmount }, total)) }
}

/** The value of a gateway amount in the order's currency, rounded down. It may exceed the payment. */
export function valueOf({ amount, payAmount }: Worth, pay: number): number {
  return shareOf(amount, pay, payAmount)
}

/** Stores how much of a payment was returned. The database refuses more than came in. The order's lock protects the receipt. */
export async function setReturned(tx: Tx, receiptId: number, { pay, value }: Returned): Promise<void> {
  await tx.update(paymentReceipts).set({ returnedAmount: pay, returnedValue: value }).where(eq(paymentReceipts.id, receiptId))
}

/** Takes back a return that failed: the amount can be returned again. */
export async function restoreReturnable(tx: Tx, receiptId: number, { pay, value }: Returned): Promise<void> {
  const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, receiptId)).for('update')
  if (!receipt) throw new Error('a refund has no receipt')
  await setReturned(tx, receiptId, { pay: receipt.returnedAmount - pay, value: receipt.returnedValue - value })
}

/** Takes an amount off a payment that waits for an operator. Once all of it is gone, it no longer waits. */
export async function returnUnclear(tx: Tx, receipt: PaymentReceiptRow, pay: number, now: Date): Promise<void> {
  const returnedUnclear = receipt.returnedUnclear + pay
  const resolved = returnedUnclear >= receipt.amount ? { resolution: 'returned' as const, resolvedAt: now } : {}
  await tx
    .update(paymentReceipts)
    .set({ returnedUnclear, ...resolved })
    .where(eq(paymentReceipts.id, receipt.id))
}

/** Undoes `returnUnclear`. Returns whether the money waits for an operator again; false: one has decided about the rest meanwhile. */
export async function restoreUnclear(tx: Tx, receipt: PaymentReceiptRow, pay: number): Promise<boolean> {
  const waits = receipt.resolvedBy === null
  await tx
    .update(paymentReceipts)
    .set({ returnedUnclear: receipt.returnedUnclear - pay, ...(waits && { resolution: null, resolvedAt: null }) })
    .where(eq(paymentReceipts.id, receipt.id))
  return waits
}

/** Updates the attempt's status from what was returned of its receipt. */
export async function markReturnedAttempt(tx: Tx, receiptId: number): Promise<void> {
  const [row] = await tx
    .select({ attempt: paymentAttempts, receipt: paymentReceipts })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(eq(paymentReceipts.id, receiptId))
  if (!row) return
  const { attempt, receipt } = row
  const returned = receipt.returnedValue >= paidOf(receipt, attempt).amount ? 'refunded' : 'partly_refunded'
  const status = receipt.returnedValue === 0 ? 'succeeded' : returned
  const wasPaid = inArray(paymentAttempts.status, ['succeeded', 'partly_refunded', 'refunded'])
  await tx
    .update(paymentAttempts)
    .set({ status })
    .where(and(eq(paymentAttempts.id, attempt.id), wasPaid))
}
