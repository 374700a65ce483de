import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RefundStatus, RefundWay } from '@portico/contract/orders-admin'
import type { ReversalCause, ReversalOutcome } from '@portico/contract/receipts-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import type { HeldTerm } from '../subscriptions/subscriptions.table.ts'

/** Refunds by operators. Each is posted together with its row, so the same money cannot be refunded twice. */
export const refunds = pgTable(
  'refunds',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our number, also at the gateway. Chosen by the caller, so that asking twice refunds once. */
    refundNo: text('refund_no').notNull(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    /** The payment refunded; null unless the way is the gateway. */
    attemptId: bigint('attempt_id', { mode: 'number' }).references(() => paymentAttempts.id),
    receiptId: bigint('receipt_id', { mode: 'number' }).references(() => paymentReceipts.id),
    way: text('way').$type<RefundWay>().notNull(),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Amount in the currency the gateway charged. */
    payAmount: bigint('pay_amount', { mode: 'number' }),
    payCurrency: char('pay_currency', { length: 3 }),
    externalId: text('external_id'),
    reason: text('reason').notNull(),
    /** Gateway's reason for refusing; null: none. */
    refusal: text('refusal'),
    /** true: success ends the rest of the order's term. */
    endTerm: boolean('end_term').notNull(),
    byAccountId: bigint('by_account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('refunds_no').on(t.refundNo),
    index('refunds_order').on(t.orderId),
    index('refunds_open')
      .on(t.createdAt)
      .where(sql`status = 'requested'`),
    check('refunds_amount', sql`amount > 0`),
    check('refunds_gateway', sql`(way = 'gateway') = (attempt_id is not null and receipt_id is not null and pay_amount > 0)`),
    check('refunds_finished', sql`(status = 'requested') = (finished_at is null)`),
  ],
)
export type RefundRow = typeof refunds.$inferSelect

/** Reversals reported by gateways, one row per gateway's number. */
export const paymentReversals = pgTable(
  'payment_reversals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    reversalNo: text('reversal_no').notNull(),
    receiptId: bigint('receipt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentReceipts.id),
    /** Set for a refund that we requested, which books nothing here. */
    refundId: bigint('refund_id', { mode: 'number' }).references(() => refunds.id),
    cause: text('cause').$type<ReversalCause>().notNull(),
    outcome: text('outcome').$type<ReversalOutcome>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** In the order's currency: the whole value, and the part that counts as refunded of the order the payment paid. */
    valueAmount: bigint('value_amount', { mode: 'number' }).notNull(),
    orderAmount: bigint('order_amount', { mode: 'number' }).notNull(),
    /** Who bears what could not be taken: the member, who owes it, or the site. Paying a debt does not change this. */
    debtAmount: bigint('debt_amount', { mode: 'number' }).notNull().default(0),
    lossAmount: bigint('loss_amount', { mode: 'number' }).notNull(),
    /** The bonus of a top-up that went back to the site with it. */
    bonusAmount: bigint('bonus_amount', { mode: 'number' }).notNull().default(0),
    /** Part returned of the receipt, in both currencies; less if more was taken than came in. */
    returnedAmount: bigint('returned_amount', { mode: 'number' }).notNull().default(0),
    returnedValue: bigint('returned_value', { mode: 'number' }).notNull().default(0),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** When the money came back; null: it did not. */
    restoredAt: timestamp('restored_at', { withTimezone: true }),
    /** When an operator reviewed it. */
    reviewedAt: timestamp('reviewed_at', { withTimezone: true }),
    reviewedBy: bigint('reviewed_by', { mode: 'number' }).references(() => accounts.id),
    reviewNote: text('review_note'),
  },
  (t) => [
    uniqueIndex('payment_reversals_no').on(t.methodId, t.reversalNo),
    uniqueIndex('payment_reversals_refund').on(t.refundId),
    index('payment_reversals_receipt').on(t.receiptId),
    index('payment_reversals_received').on(t.receivedAt),
    check('payment_reversals_amounts', sql`amount > 0 and least(value_amount, order_amount, debt_amount, loss_amount, bonus_amount) >= 0`),
    check('payment_reversals_ours', sql`(outcome in ('ours', 'failed')) = (refund_id is not null)`),
  ],
)
export type ReversalRow = typeof paymentReversals.$inferSelect

/** Parts that a reversal took from orders, so that they can be restored. */
export const reversalParts = pgTable(
  'reversal_parts',
  {
    reversalId: bigint('reversal_id', { mode: 'number' })
      .notNull()
      .references(() => paymentReversals.id),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    /** Amount that left the order's funds. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Amount that counts as refunded of the order; 0 for the order that the payment paid, whose part is in the reversal. */
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull(),
    /** Milliseconds cut from the term. */
    cutMs: bigint('cut_ms', { mode: 'number' }).notNull(),
    /** Term held at the cut: its used traffic stays used if it returns. */
    held: jsonb('held').$type<HeldTerm>(),
  },
  (t) => [
    primaryKey({ columns: [t.reversalId, t.orderId] }),
    index('reversal_parts_order').on(t.orderId),
    check('reversal_parts_amounts', sql`least(amount, refunded_amount, cut_ms) >= 0`),
  ],
)
export type ReversalPart = typeof reversalParts.$inferSelect
