import { and, eq, type SQL } from 'drizzle-orm'
import { toDecimal } from '@portico/contract/money'
import type { ReceiptOutcome } from '@portico/contract/orders-admin'
import type { Database, Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Leg, post } from '../ledger/post.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { Payment } from '../payment-drivers/driver.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentReceipts } from './payments.table.ts'

export type ReceivedFrom = 'gateway' | 'statement'
/** `repeated`: this number of the gateway was booked before. The first three book nothing. */
export type Received = { result: 'unknown' | 'wrong_method' | 'repeated' | ReceiptOutcome; tradeNo: string | null }

/**
 * The only way to book money from a gateway, for a payment that its driver has verified. Books each number of a gateway once, however often
 * and however many at a time it arrives. The right amount settles a pending order, or else goes to the member's balance; a wrong amount
 * waits for an operator and opens nothing.
 */
export async function receivePayment({ transaction }: Database, method: PaymentMethodRow, payment: Payment, now: Date): Promise<Received> {
  return transaction((tx) => receiveWithin(tx, method, payment, 'gateway', now))
}

/**
 * `receivePayment` in the caller's transaction. What a statement booked for an attempt is not booked again when the gateway reports it,
 * under whatever number: the first payment of that amount counts as the same one.
 */
export async function receiveWithin(tx: Tx, method: PaymentMethodRow, payment: Payment, from: ReceivedFrom, now: Date): Promise<Received> {
  const [found] = await tx
    .select({ attempt: paymentAttempts, order: orders })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.attemptNo, payment.attemptNo))
    .for('update', { of: orders })
  if (!found) return { result: 'unknown', tradeNo: null }
  const { attempt, order } = found
  // A gateway must not confirm what another one was asked to collect.
  if (attempt.methodId !== method.id) return { result: 'wrong_method', tradeNo: order.tradeNo }
  const outcome = judgePayment(payment, attempt, order)
  // A payment that settles its order cannot have been booked before.
  const isKnown = from === 'gateway' && outcome !== 'settled' && (await adopt(tx, attempt, payment))
  const receiptId = isKnown ? null : await insertReceipt(tx, attempt, payment, outcome, from, now)
  if (receiptId === null) return { result: 'repeated', tradeNo: order.tradeNo }
  await book(tx, { receiptId, outcome, payment, attempt, order, method, now })
  if (attempt.saveCard && isRight(outcome)) await enqueue(tx, 'keep_card', { attempt_id: attempt.id })
  return { result: outcome, tradeNo: order.tradeNo }
}

/** Whether this is a payment that a statement booked. From now on it has the gateway's number and stands for no other. */
async function adopt(tx: Tx, attempt: PaymentAttemptRow, { callbackNo, amount, currency }: Payment): Promise<boolean> {
  const { id, fromStatement } = paymentReceipts
  const find = async (which: SQL | undefined) =>
    (await tx.select({ id, fromStatement }).from(paymentReceipts).where(which).orderBy(id).limit(1))[0]
  const hasNumber = and(eq(paymentReceipts.methodId, attempt.methodId), eq(paymentReceipts.callbackNo, callbackNo))
  // A statement may know the payment by another number than its gateway.
  const isAlike = and(
    eq(paymentReceipts.attemptId, attempt.id),
    eq(paymentReceipts.amount, amount),
    eq(paymentReceipts.currency, currency),
    fromStatement,
  )
  const booked = (await find(hasNumber)) ?? (await find(isAlike))
  if (!booked?.fromStatement) return false
  const confirmed = await tx
    .update(paymentReceipts)
    .set({ callbackNo, fromStatement: false })
    .where(and(eq(id, booked.id), fromStatement))
    .returning({ id })
  return confirmed.length > 0
}

/** What the payment would do now. */
export function judgePayment(
  payment: Pick<Payment, 'amount' | 'currency'>,
  attempt: Pick<PaymentAttemptRow, 'payAmount' | 'payCurrency'>,
  order: Pick<OrderRow, 'status'>,
): ReceiptOutcome {
  if (payment.currency !== attempt.payCurrency || payment.amount < attempt.payAmount) return 'underpaid'
  if (payment.amount > attempt.payAmount) return 'overpaid'
  return order.status === 'pending' ? 'settled' : 'credited'
}

function isRight(outcome: ReceiptOutcome): boolean {
  return outcome === 'settled' || outcome === 'credited'
}

async function insertReceipt(
  tx: Tx,
  attempt: PaymentAttemptRow,
  payment: Payment,
  outcome: ReceiptOutcome,
  from: ReceivedFrom,
  now: Date,
): Promise<number | null> {
  const { callbackNo, amount, currency } = payment
  const { id: attemptId, methodId } = attempt
  const values = { methodId, attemptId, callbackNo, amount, currency, outcome, receivedAt: now, fromStatement: from === 'statement' }
  const [receipt] = await tx
    .insert(paymentReceipts)
    .values(values)
    .onConflictDoNothing({ target: [paymentReceipts.methodId, paymentReceipts.callbackNo] })
    .returning({ id: paymentReceipts.id })
  if (!receipt) return null
  if (isRight(outcome)) {
    await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(paymentAttempts.id, attemptId))
  }
  return receipt.id
}

type Booking = {
  receiptId: number
  outcome: ReceiptOutcome
  payment: Payment
  attempt: PaymentAttemptRow
  order: OrderRow
  method: PaymentMethodRow
  now: Date
}

async function book(tx: Tx, { receiptId, outcome, payment, attempt, order, method, now }: Booking): Promise<void> {
  // A correct payment is booked at its value in the order's currency. For a wrong one, only the amount received is known.
  const { amount, currency } = isRight(outcome) ? attempt : payment
  const paid = `${toDecimal(payment.amount, payment.currency)} ${payment.currency}`
  const to: Record<ReceiptOutcome, Leg> = {
    settled: { kind: 'revenue', amount, order },
    credited: { kind: 'member', ownerId: order.accountId, amount },
    underpaid: { kind: 'unallocated', amount },
    overpaid: { kind: 'unallocated', amount },
  }
  if (outcome === 'settled') {
    const facts = { feeAmount: attempt.feeAmount, cashAmount: order.totalAmount, method }
    await settleOrder(tx, order, { at: now, ...facts })
  }
  await post(tx, {
    kind: outcome === 'settled' ? 'order.paid' : `payment.${outcome}`,
    key: `receipt:${receiptId}`,
    receiptId,
    currency,
    legs: [{ kind: 'gateway', ownerId: method.id, amount: -amount }, to[outcome]],
    note: `${order.tradeNo}: ${paid}`,
    at: now,
  })
}
