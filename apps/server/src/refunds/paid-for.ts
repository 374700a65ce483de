import { and, desc, eq, inArray, isNull, ne, or, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  paymentMethods,
  type PaymentReceiptRow,
  paymentReceipts,
} from '../payments/payments.table.ts'
import { disputes } from '../disputes/disputes.table.ts'
import { paymentReversals, refunds } from './refunds.table.ts'

/** Amount paid for an order, with the fee, in its currency: `total`, and `cash`, the part of it that came from outside. */
export type Paid = { total: number; cash: number }

/** What was paid for an order, without gifts of operators, which cannot be refunded. */
export async function paidFor(db: Db, order: OrderRow): Promise<Paid> {
  if (order.paidAt === null) return { total: 0, cash: 0 }
  const cash = order.cashAmount > 0 ? order.cashAmount + order.feeAmount : 0
  const [row] = await db
    .select({ amount: sum(paymentAttempts.amount).mapWith(Number) })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentMethods.driver, 'balance'), eq(paymentAttempts.status, 'succeeded')))
  return { cash, total: cash + (row?.amount ?? 0) + order.balanceAmount }
}

/** How much of an order's outside money went back, by refunds that are done or under way, and by reversals. */
export async function cashReturned(db: Db, orderId: number): Promise<number> {
  const [[asked], [taken]] = await Promise.all([
    db
      .select({ amount: sum(refunds.amount).mapWith(Number) })
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), ne(refunds.way, 'balance'), ne(refunds.status, 'failed'))),
    db
      .select({ amount: sum(paymentReversals.orderAmount).mapWith(Number) })
      .from(paymentReversals)
      .innerJoin(paymentReceipts, eq(paymentReceipts.id, paymentReversals.receiptId))
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
      .where(and(eq(paymentAttempts.orderId, orderId), isNull(paymentReversals.restoredAt))),
  ])
  return (asked?.amount ?? 0) + (taken?.amount ?? 0)
}

/** How much of what was paid for an order was refunded to the balance. */
export async function refundedToBalance(db: Db, orderId: number): Promise<number> {
  const [row] = await db
    .select({ amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.way, 'balance')))
  return row?.amount ?? 0
}

export type Source = { receipt: PaymentReceiptRow; attempt: PaymentAttemptRow; method: PaymentMethodRow }

/** The gateway payments that paid an order, newest first. */
export function sourcesOf(db: Db, orderId: number): Promise<Source[]> {
  return db
    .select({ receipt: paymentReceipts, attempt: paymentAttempts, method: paymentMethods })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        or(eq(paymentReceipts.outcome, 'settled'), inArray(paymentReceipts.resolution, ['settled', 'accepted'])),
      ),
    )
    .orderBy(desc(paymentReceipts.id))
}

const OPEN = ['inquiry', 'needs_response', 'under_review'] as const

/** Whether a dispute of one of these payments is open: the gateway may still take its money. */
export async function isDisputed(db: Db, receiptIds: number[]): Promise<boolean> {
  const isOpen = and(inArray(disputes.receiptId, receiptIds), inArray(disputes.status, OPEN))
  return (await db.$count(disputes, isOpen)) > 0
}

/** Whether a refund of the order still waits for its gateway. */
export async function isRefundUnderWay(db: Db, orderId: number): Promise<boolean> {
  const [one] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, ['requested'])))
    .limit(1)
  return one !== undefined
}
