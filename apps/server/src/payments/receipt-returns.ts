import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { paymentAttempts, paymentReceipts } from './payments.table.ts'

/** A payment: what was asked for in the order's currency, and the same in what the gateway charges in. Both above zero. */
export type Worth = { amount: number; payAmount: number }
/** What of a payment has gone back, or is on its way, in both. */
export type Returned = { value: number; pay: number }

/** Giving back so much more of the order's currency: rounded down in total, and exact when the last of it goes. */
export function returnValue({ amount, payAmount }: Worth, before: Returned, value: number): Returned {
  const total = before.value + value
  const pay = total >= amount ? payAmount : Number((BigInt(payAmount) * BigInt(total)) / BigInt(amount))
  return { value: total, pay: Math.max(before.pay, pay) }
}

/** The gateway took back so much more in its own currency. */
export function returnPay({ amount, payAmount }: Worth, before: Returned, pay: number): Returned {
  const total = before.pay + pay
  return { pay: total, value: Math.max(before.value, valueOf({ amount, payAmount }, total)) }
}

/** What so much of the gateway's currency is worth in the order's, rounded down; also of more than was asked for. */
export function valueOf({ amount, payAmount }: Worth, pay: number): number {
  return Number((BigInt(amount) * BigInt(pay)) / BigInt(payAmount))
}

/** What of a payment has gone back, or is on its way. The database refuses more than came in. The order's lock guards the receipt. */
export async function setReturned(tx: Tx, receiptId: number, { pay, value }: Returned): Promise<void> {
  await tx.update(paymentReceipts).set({ returnedAmount: pay, returnedValue: value }).where(eq(paymentReceipts.id, receiptId))
}

/** A part that was on its way did not go: it can be returned again. */
export async function restoreReturnable(tx: Tx, receiptId: number, { pay, value }: Returned): Promise<void> {
  const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, receiptId)).for('update')
  if (!receipt) throw new Error('a refund without its receipt')
  await setReturned(tx, receiptId, { pay: receipt.returnedAmount - pay, value: receipt.returnedValue - value })
}

/** The gateway took back money that waited for an operator: it waits no longer. */
export async function resolveAsReturned(tx: Tx, receiptId: number, now: Date): Promise<void> {
  await tx.update(paymentReceipts).set({ resolution: 'returned', resolvedAt: now }).where(eq(paymentReceipts.id, receiptId))
}

/** Updates the attempt's status from what went back of its receipt. */
export async function markReturnedAttempt(tx: Tx, receiptId: number): Promise<void> {
  const [row] = await tx
    .select({ id: paymentAttempts.id, amount: paymentAttempts.amount, value: paymentReceipts.returnedValue })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(eq(paymentReceipts.id, receiptId))
  if (!row || row.value === 0) return
  const status = row.value >= row.amount ? 'refunded' : 'partly_refunded'
  await tx.update(paymentAttempts).set({ status }).where(eq(paymentAttempts.id, row.id))
}
