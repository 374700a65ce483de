import { sql } from 'drizzle-orm'
import { boolean, char, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RefundStatus, RefundWay } from '@portico/contract/orders-admin'
import type { ReversalCause, ReversalOutcome } from '@portico/contract/receipts-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time, whole } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import type { StoredTerm } from '../subscriptions/subscriptions.table.ts'

/** Refunds by operators. Each is posted together with its row, so the same money cannot be refunded twice. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    /** Our number, also at the gateway. The caller chooses it, so that asking twice refunds once. */
    refundNo: text('refund_no').notNull(),
    orderId: ref('order_id', () => orders.id).notNull(),
    /** The payment refunded; null unless the way is the gateway. */
    attemptId: ref('attempt_id', () => paymentAttempts.id),
    receiptId: ref('receipt_id', () => paymentReceipts.id),
    way: text('way').$type<RefundWay>().notNull(),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** The amount the gateway refunds, in the currency it charged. */
    payAmount: money('pay_amount'),
    payCurrency: char('pay_currency', { length: 3 }),
    externalId: text('external_id'),
    reason: text('reason').notNull(),
    /** Gateway's reason for refusing; null: none. */
    refusal: text('refusal'),
    /** true: success ends the rest of the order's term. */
    endTerm: boolean('end_term').notNull(),
    byAccountId: ref('by_account_id', () => accounts.id).notNull(),
    createdAt: time('created_at').notNull(),
    finishedAt: time('finished_at'),
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
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    reversalNo: text('reversal_no').notNull(),
    receiptId: ref('receipt_id', () => paymentReceipts.id).notNull(),
    /** Set for a refund that we requested, which books nothing here. */
    refundId: ref('refund_id', () => refunds.id),
    cause: text('cause').$type<ReversalCause>().notNull(),
    outcome: text('outcome').$type<ReversalOutcome>().notNull(),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** In the order's currency: the whole value, and how much of it counts as refunded of the order that the payment paid. */
    valueAmount: money('value_amount').notNull(),
    orderAmount: money('order_amount').notNull(),
    /** Who bears what could not be taken: the member, who owes it, or the site. Paying a debt does not change this. */
    debtAmount: money('debt_amount').notNull().default(0),
    lossAmount: money('loss_amount').notNull(),
    /** The bonus of a top-up that went back to the site with it. */
    bonusAmount: money('bonus_amount').notNull().default(0),
    /** What it returned of its receipt, in both currencies: less than all if more was taken back than came in. */
    returnedAmount: money('returned_amount').notNull().default(0),
    returnedValue: money('returned_value').notNull().default(0),
    receivedAt: time('received_at').notNull(),
    /** When the money came back, because the dispute was won or the refund failed. */
    restoredAt: time('restored_at'),
    /** When an operator reviewed it. */
    reviewedAt: time('reviewed_at'),
    reviewedBy: ref('reviewed_by', () => accounts.id),
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
    reversalId: ref('reversal_id', () => paymentReversals.id).notNull(),
    orderId: ref('order_id', () => orders.id).notNull(),
    /** What left the order's funds. */
    amount: money('amount').notNull(),
    /** What counts as refunded of the order; 0 for the order that the payment paid, whose part is in the reversal. */
    refundedAmount: money('refunded_amount').notNull(),
    /** How much shorter the term became, in milliseconds. */
    cutMs: whole('cut_ms').notNull(),
    /** What the member held as the term was cut: its used traffic stays used if the term comes back. */
    held: jsonb('held').$type<StoredTerm>(),
  },
  (t) => [
    primaryKey({ columns: [t.reversalId, t.orderId] }),
    index('reversal_parts_order').on(t.orderId),
    check('reversal_parts_amounts', sql`least(amount, refunded_amount, cut_ms) >= 0`),
  ],
)
export type ReversalPart = typeof reversalParts.$inferSelect
