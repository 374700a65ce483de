import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { OrderRow } from '../../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments.table.ts'
import { claimNumber } from './receipt-numbers.ts'

type Assigned = { methodId: number; reference: string; amount: number; currency: string }

/**
 * Stores the receipt of a payment from a statement with which an operator pays a locked order, so that the gateway's report of it books
 * nothing. null: the member never chose this method, or it has that receipt already.
 */
export async function keepAssigned(tx: Tx, { id: orderId }: OrderRow, line: Assigned, now: Date): Promise<number | null> {
  const { methodId, reference: callbackNo, amount, currency } = line
  const isOfLine = and(
    eq(paymentAttempts.orderId, orderId),
    eq(paymentAttempts.methodId, methodId),
    eq(paymentAttempts.payCurrency, currency),
  )
  const [attempt] = await tx.select().from(paymentAttempts).where(isOfLine).orderBy(desc(paymentAttempts.id)).limit(1)
  if (!attempt) return null
  const values = { methodId, attemptId: attempt.id, callbackNo, amount, currency, outcome: 'settled', receivedAt: now } as const
  const [receipt] = await tx
    .insert(paymentReceipts)
    .values({ ...values, fromStatement: true })
    .onConflictDoNothing({ target: [paymentReceipts.methodId, paymentReceipts.callbackNo, paymentReceipts.attemptId] })
    .returning({ id: paymentReceipts.id })
  if (!receipt) return null
  await claimNumber(tx, { id: receipt.id, methodId }, callbackNo)
  await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(paymentAttempts.id, attempt.id))
  return receipt.id
}
