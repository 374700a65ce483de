import { eq } from 'drizzle-orm'
import { toDecimal } from '@portico/contract/money'
import type { PaymentOutcome, ReceiptOutcome } from '@portico/contract/orders-admin'
import type { Database, Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Leg, post } from '../ledger/post.ts'
import { isClosed } from '../ledger/refuse-closed.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { Payment } from '../payment-drivers/driver.ts'
import { paidPart } from './charge.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentReceipts } from './payments.table.ts'
import { valueOf } from './receipt-returns.ts'
import { isPaidByHand } from './receipts/paid-by-hand.ts'
import { claimNumber, confirmBooked, findBooked } from './receipts/receipt-numbers.ts'

export type ReceivedFrom = 'gateway' | 'statement'
/** `repeated`: this payment was booked before. The first three book nothing. */
export type Received = { result: 'unknown' | 'wrong_method' | 'repeated' | ReceiptOutcome; tradeNo: string | null }

/**
 * The only way to book money from a gateway, for a payment that its driver has verified. Books each payment once, however often and however
 * many at a time it arrives. The right amount settles a pending order, or else goes to the member's balance. It waits for an operator and
 * opens nothing if the amount is wrong, another payment has its number, an operator booked the order's payment, or the account is closed.
 */
export async function receivePayment({ transaction }: Database, method: PaymentMethodRow, payment: Payment, now: Date): Promise<Received> {
  return transaction((tx) => receiveWithin(tx, method, payment, 'gateway', now))
}

/**
 * `receivePayment` in the caller's transaction. What a statement booked is not booked again when the gateway reports it, under whatever
 * number: the first payment of that amount counts as the same one.
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
  const booked = await findBooked(tx, attempt, payment, from === 'gateway')
  if (booked?.fromStatement && from === 'gateway') await confirmBooked(tx, booked, attempt, payment.callbackNo)
  const judged = await outcomeOf(tx, order, judgePayment(payment, attempt, order, method), from)
  const receipt = booked ? null : await insertReceipt(tx, attempt, payment, judged, from, now)
  if (receipt) await book(tx, { receipt, payment, attempt, order, method, now })
  const outcome = (booked ?? receipt)?.outcome
  if (attempt.saveCard && outcome && isRight(outcome)) await enqueue(tx, 'keep_card', { attempt_id: attempt.id })
  return { result: receipt?.outcome ?? 'repeated', tradeNo: order.tradeNo }
}

/** Effect of a payment by its amount. The method may tolerate an amount that is a little low. */
export function judgePayment(
  payment: Pick<Payment, 'amount' | 'currency'>,
  attempt: Pick<PaymentAttemptRow, 'payAmount' | 'payCurrency'>,
  order: Pick<OrderRow, 'status'>,
  method: Pick<PaymentMethodRow, 'currency' | 'underpaidTolerance'>,
): PaymentOutcome {
  const tolerance = method.currency === attempt.payCurrency ? method.underpaidTolerance : 0
  const least = Math.max(1, attempt.payAmount - tolerance)
  if (payment.currency !== attempt.payCurrency || payment.amount < least) return 'underpaid'
  if (payment.amount > attempt.payAmount) return 'overpaid'
  return order.status === 'pending' ? 'settled' : 'credited'
}

/** Outcome of a payment. For an order that is not pending it goes to the balance, if it surely is further money that the member can use. */
async function outcomeOf(tx: Tx, order: OrderRow, judged: PaymentOutcome, from: ReceivedFrom): Promise<ReceiptOutcome> {
  if (judged !== 'credited') return judged
  if (await isClosed(tx, order.accountId)) return 'account_closed'
  return from === 'gateway' && (await isPaidByHand(tx, order.id)) ? 'paid_otherwise' : judged
}

function isRight(outcome: ReceiptOutcome): boolean {
  return outcome === 'settled' || outcome === 'credited'
}

type Inserted = { id: number; outcome: ReceiptOutcome }

/** Inserts a receipt; null: it exists. */
async function insertReceipt(
  tx: Tx,
  attempt: PaymentAttemptRow,
  payment: Payment,
  judged: ReceiptOutcome,
  from: ReceivedFrom,
  now: Date,
): Promise<Inserted | null> {
  const { callbackNo, amount, currency } = payment
  const { id: attemptId, methodId } = attempt
  const values = { methodId, attemptId, callbackNo, amount, currency, receivedAt: now, fromStatement: from === 'statement' }
  const [receipt] = await tx
    .insert(paymentReceipts)
    .values({ ...values, outcome: judged })
    .onConflictDoNothing({ target: [paymentReceipts.methodId, paymentReceipts.callbackNo, paymentReceipts.attemptId] })
    .returning({ id: paymentReceipts.id })
  if (!receipt) return null
  const { id } = receipt
  if (!(await claimNumber(tx, { id, methodId }, callbackNo))) {
    await tx.update(paymentReceipts).set({ outcome: 'same_number' }).where(eq(paymentReceipts.id, id))
    return { id, outcome: 'same_number' }
  }
  if (isRight(judged)) {
    await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(paymentAttempts.id, attemptId))
  }
  return { id, outcome: judged }
}

type Booking = {
  receipt: Inserted
  payment: Payment
  attempt: PaymentAttemptRow
  order: OrderRow
  method: PaymentMethodRow
  now: Date
}

async function book(tx: Tx, { receipt: { id, outcome }, payment, attempt, order, method, now }: Booking): Promise<void> {
  // A correct payment is booked at its value in the order's currency. For an unclear one, only the amount received is known.
  const value = payment.amount < attempt.payAmount ? valueOf(attempt, payment.amount) : attempt.amount
  const { amount, currency } = isRight(outcome) ? { amount: value, currency: attempt.currency } : payment
  const paid = `${toDecimal(payment.amount, payment.currency)} ${payment.currency}`
  const to: Record<ReceiptOutcome, Leg> = {
    settled: { kind: 'revenue', amount, order },
    credited: { kind: 'member', ownerId: order.accountId, amount },
    underpaid: { kind: 'unallocated', amount },
    overpaid: { kind: 'unallocated', amount },
    same_number: { kind: 'unallocated', amount },
    paid_otherwise: { kind: 'unallocated', amount },
    account_closed: { kind: 'unallocated', amount },
  }
  if (outcome === 'credited') await oweInvoice(tx, { receiptId: id })
  if (outcome === 'settled') await settleOrder(tx, order, { at: now, method, ...paidPart(order, attempt.feeAmount, value) })
  await post(tx, {
    kind: outcome === 'settled' ? 'order.paid' : `payment.${outcome}`,
    key: `receipt:${id}`,
    receiptId: id,
    currency,
    legs: [{ kind: 'gateway', ownerId: method.id, amount: -amount }, to[outcome]],
    note: `${order.tradeNo}: ${paid}`,
    at: now,
  })
}
