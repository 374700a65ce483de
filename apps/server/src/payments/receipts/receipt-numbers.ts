import { and, asc, desc, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { bookedAttempts } from '../../additions.ts'
import type { Tx } from '../../db/client.ts'
import type { Payment } from '../../payment-drivers/driver.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentReceiptRow, paymentReceipts, receiptNumbers } from '../payments.table.ts'

/** Gives a number to a payment, unless another one has it. Returns whether the payment has it now. */
export async function claimNumber(tx: Tx, receipt: { id: number; methodId: number }, number: string): Promise<boolean> {
  const { id: receiptId, methodId } = receipt
  await tx.insert(receiptNumbers).values({ methodId, number, receiptId }).onConflictDoNothing()
  const [owner] = await tx
    .select({ receiptId: receiptNumbers.receiptId })
    .from(receiptNumbers)
    .where(and(eq(receiptNumbers.methodId, methodId), eq(receiptNumbers.number, number)))
  return owner?.receiptId === receiptId
}

/** Gives numbers to payments, unless others have them. `named`: a query of method, number and receipt. */
export async function claimNumbers(tx: Tx, named: SQL): Promise<void> {
  await tx.execute(sql`insert into ${receiptNumbers} (method_id, number, receipt_id) ${named} on conflict do nothing`)
}

/** The receipt that has a number, among those that came under it; with `attempt`, that attempt's. */
export async function findByNumber(
  tx: Tx,
  methodId: number,
  { callbackNo, attemptNo }: { callbackNo: string; attemptNo: string | null },
): Promise<{ receiptId: number; attemptId: number; orderId: number } | undefined> {
  const owner = sql`select receipt_id from ${receiptNumbers} where method_id = ${methodId} and number = ${callbackNo}`
  const named = sql`select id from ${paymentReceipts} where method_id = ${methodId} and callback_no = ${callbackNo}`
  const [row] = await tx
    .select({ receiptId: paymentReceipts.id, attemptId: paymentAttempts.id, orderId: paymentAttempts.orderId })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(sql`${paymentReceipts.id} in (${owner} union ${named})`)
    .orderBy(
      desc(sql`${paymentAttempts.attemptNo} is not distinct from ${attemptNo}`),
      desc(sql`${paymentReceipts.id} in (${owner})`),
      asc(paymentReceipts.id),
    )
    .limit(1)
  return row
}

/**
 * The receipt that this payment already has: by its number, or booked from a statement, which may know it by another number and name only
 * the order. Such a receipt stands for one payment that a gateway reports. The caller has locked the order.
 */
export async function findBooked(
  tx: Tx,
  attempt: PaymentAttemptRow,
  { callbackNo, amount, currency }: Payment,
  isReported: boolean,
): Promise<PaymentReceiptRow | null> {
  const hasNumber = isNotNull(receiptNumbers.number)
  const isOfAttempt = eq(paymentReceipts.attemptId, attempt.id)
  // Another attempt of the order that the statement named has its own payment.
  const isNamed = bookedAttempts.all.map((names) => names(sql`${paymentReceipts.id}`, sql`${paymentAttempts.attemptNo}`))
  const isAlike = and(
    eq(paymentReceipts.fromStatement, true),
    eq(paymentReceipts.amount, amount),
    eq(paymentReceipts.currency, currency),
    eq(paymentAttempts.amount, attempt.amount),
    // `true`, because and() of nothing would leave only isOfAttempt.
    or(isOfAttempt, and(sql`true`, ...isNamed.map(not))),
  )
  const [found] = await tx
    .select({ receipt: paymentReceipts })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .leftJoin(receiptNumbers, and(eq(receiptNumbers.receiptId, paymentReceipts.id), eq(receiptNumbers.number, callbackNo)))
    .where(
      and(
        eq(paymentAttempts.orderId, attempt.orderId),
        eq(paymentReceipts.methodId, attempt.methodId),
        or(and(hasNumber, or(isOfAttempt, eq(paymentReceipts.fromStatement, true))), isReported ? isAlike : undefined),
      ),
    )
    .orderBy(desc(hasNumber), desc(isOfAttempt), asc(paymentReceipts.id))
    .limit(1)
  return found?.receipt ?? null
}

/** Confirms what a statement booked, when the gateway reports it: the payment gets its number and the attempt it names. */
export async function confirmBooked(tx: Tx, receipt: PaymentReceiptRow, attempt: PaymentAttemptRow, callbackNo: string): Promise<void> {
  const { id, attemptId } = receipt
  await tx.update(paymentReceipts).set({ callbackNo, attemptId: attempt.id, fromStatement: false }).where(eq(paymentReceipts.id, id))
  await claimNumber(tx, receipt, callbackNo)
  if (attemptId === attempt.id) return
  const [{ status, settledAt } = attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  if (settledAt === null) return
  await tx.update(paymentAttempts).set({ status, settledAt }).where(eq(paymentAttempts.id, attempt.id))
  await tx.update(paymentAttempts).set({ status: 'expired', settledAt: null }).where(eq(paymentAttempts.id, attemptId))
}
