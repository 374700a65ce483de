import { toDecimal } from '@portico/contract/money'
import type { ReceiptOutcome } from '@portico/contract/orders-admin'
import type { Database, Tx } from '../db/client.ts'
import { fixed, fixedPairs } from '../db/fixed-query.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Leg, post } from '../ledger/post.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { Payment } from '../payment-drivers/driver.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow } from './payments.table.ts'

const byNumber = fixedPairs(paymentAttempts, orders, 'attempt-by-number', 'on b.id = a.order_id where a.attempt_no = $1 for update of b')
// A correct payment ends its attempt together with the receipt.
const RECEIPT = `
  with receipt as (
    insert into payment_receipts (method_id, attempt_id, callback_no, amount, currency, outcome, received_at, from_statement)
    values ($1, $2, $3, $4, $5, $6, $7, $9) on conflict (method_id, callback_no) do nothing returning id
  ), ended as (
    update payment_attempts set status = 'succeeded', settled_at = $7 where id = $2 and $8 and exists (select from receipt)
  ) select id from receipt`
// The gateway reports a payment that a statement booked under the same number. The receipt now counts as the gateway's, and is adopted for
// no other payment.
const CONFIRM = `
  update payment_receipts set from_statement = false where method_id = $1 and callback_no = $2 and from_statement returning id`
// A statement may have another number for the payment than its gateway, whose number replaces it.
const ADOPT = `
  update payment_receipts set callback_no = $2, from_statement = false
  where id = (select min(id) from payment_receipts where attempt_id = $1 and from_statement and amount = $3 and currency = $4)
    and not exists (select from payment_receipts where method_id = $5 and callback_no = $2) returning id`

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
  const [found] = await byNumber(tx, [payment.attemptNo])
  if (!found) return { result: 'unknown', tradeNo: null }
  const { a: attempt, b: order } = found
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

async function adopt(tx: Tx, attempt: PaymentAttemptRow, { callbackNo, amount, currency }: Payment): Promise<boolean> {
  if ((await fixed(tx, 'confirm-receipt', CONFIRM, [attempt.methodId, callbackNo])).length > 0) return true
  return (await fixed(tx, 'adopt-receipt', ADOPT, [attempt.id, callbackNo, amount, currency, attempt.methodId])).length > 0
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
  const values = [attempt.methodId, attempt.id, callbackNo, amount, currency, outcome, now, isRight(outcome), from === 'statement']
  const [receipt] = await fixed<{ id: number }>(tx, 'insert-receipt', RECEIPT, values)
  return receipt?.id ?? null
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
    settled: { kind: 'revenue', amount },
    credited: { kind: 'member', ownerId: order.accountId, amount },
    underpaid: { kind: 'unallocated', amount },
    overpaid: { kind: 'unallocated', amount },
  }
  if (outcome === 'settled') {
    const facts = { feeAmount: attempt.feeAmount, cashAmount: order.totalAmount, paymentName: method.name }
    await settleOrder(tx, order, { at: now, ...facts })
  }
  await post(tx, {
    kind: outcome === 'settled' ? 'order.paid' : `payment.${outcome}`,
    key: `receipt:${receiptId}`,
    currency,
    legs: [{ kind: 'gateway', ownerId: method.id, amount: -amount }, to[outcome]],
    note: `${order.tradeNo}: ${paid}`,
    at: now,
  })
}
