import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockOrderById } from '../orders/move-order.ts'
import { paymentAttempts, type PaymentMethodRow, paymentReceipts } from '../payments/payments.table.ts'
import { receiveWithin } from '../payments/receive-payment.ts'
import { claimNumber } from '../payments/receipts/receipt-numbers.ts'
import { findMatches, type Match, type Scope } from './find-matches.ts'
import { type StatementLineRow, statementLines } from './statements.table.ts'

type Decided = Pick<StatementLineRow, 'status'> & Partial<StatementLineRow>

/**
 * Accepts a match of a locked line: links a booked payment, or books it like a notification. `choose`: finds it among the matches. Throws
 * `statement.changed` if it is gone.
 */
export async function takeMatch(
  tx: Tx,
  method: PaymentMethodRow,
  line: StatementLineRow,
  { orderId, scope, choose }: { orderId: number; scope: Scope; choose: (matches: Match[]) => Match | undefined },
  { now, set }: { now: Date; set: Decided },
): Promise<void> {
  await lockOrderById(tx, orderId)
  // Searched under the lock: a notification, another line or another operator may have been faster.
  const still = choose(await findMatches(tx, [line.id], scope))
  if (still?.orderId !== orderId) throw new AppError('statement.changed')
  await acceptMatch(tx, method, line, still, { now, set })
}

/** Searched under the lock: a notification, line or operator may have been faster. */
export async function acceptMatch(
  tx: Tx,
  method: PaymentMethodRow,
  line: StatementLineRow,
  match: Match,
  { now, set }: { now: Date; set: Decided },
): Promise<void> {
  const booked = match.effect === 'linked' ? match.receiptId : await book(tx, method, line, match, now)
  // The gateway may report this payment again by the statement's number.
  if (booked !== null && match.reasons.includes('number')) await claimNumber(tx, { id: booked, methodId: method.id }, line.reference)
  await tx
    .update(statementLines)
    .set({ ...set, receiptId: booked, attemptId: booked === null ? match.attemptId : null })
    .where(eq(statementLines.id, line.id))
}

async function book(tx: Tx, method: PaymentMethodRow, line: StatementLineRow, { attemptNo, effect }: Match, now: Date): Promise<number> {
  const { reference: callbackNo, amount, currency } = line
  const { result } = await receiveWithin(tx, method, { attemptNo, callbackNo, amount, currency }, 'statement', now)
  if (result !== (effect === 'paid_again' ? 'credited' : effect)) throw new AppError('statement.changed')
  const [receipt] = await tx
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(and(eq(paymentAttempts.attemptNo, attemptNo), eq(paymentReceipts.callbackNo, callbackNo)))
  if (!receipt) throw new Error('a booked payment has no receipt')
  return receipt.id
}
