import { sql } from 'drizzle-orm'
import { boolean, char, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderStatus, OrderType } from '@portico/contract/order-status'
import type { ReviewReason } from '@portico/contract/orders-admin'
import type { Period } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time, translations, whole } from '../db/columns.ts'
import { coupons } from '../coupons/coupons.table.ts'
import type { StoredTerm } from '../subscriptions/subscriptions.table.ts'
import { type KeptConditions, plans } from '../plans/plans.table.ts'

/** What was sold: later changes to the plan do not affect placed orders. In a delivered reset pack, the traffic is what it gave back. */
export type PlanSnapshot = KeptConditions & {
  planName: string
  /** Bytes that had been used in the cycle when a reset pack was delivered, or the term began within it. */
  usedBefore?: number
}

/** Subscription that the order was priced for; if it changes, the price is void. `funds`: money in the orders it absorbs; absent: none. */
export type OrderBasis = { planId: number | null; expiresAt: string | null; funds?: number }

/**
 * What staff took off the end of a term, in milliseconds; it counts as sold. `taken`: comes back with a later end, while the subscription
 * still ends at `to`. `lost`: does not.
 */
export type TermCut = { taken: number; lost: number; to: string }

/** Orders that hold a place on their plan. Literals, so that prepared statements can use `orders_plan_open` too. */
export const holdsPlace = sql`status in ('pending', 'processing', 'review')`

const amount = (name: string) => money(name).notNull().default(0)

export const orders = pgTable(
  'orders',
  {
    id: id(),
    tradeNo: text('trade_no').notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    planId: ref('plan_id', () => plans.id),
    type: text('type').$type<OrderType>().notNull(),
    /** Period bought; null: a top-up. */
    period: text('period').$type<Period>(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    currency: char('currency', { length: 3 }).notNull(),
    priceAmount: money('price_amount').notNull(),
    totalAmount: money('total_amount').notNull(),
    feeAmount: amount('fee_amount'),
    promotionAmount: amount('promotion_amount'),
    couponAmount: amount('coupon_amount'),
    personalAmount: amount('personal_amount'),
    /** Remaining value of the plan given up; the part beyond the price is `creditAmount`. */
    surplusAmount: amount('surplus_amount'),
    creditAmount: amount('credit_amount'),
    /** Held from the balance while the order is open. */
    balanceAmount: amount('balance_amount'),
    bonusAmount: amount('bonus_amount'),
    refundedAmount: amount('refunded_amount'),
    /** Money from outside, through a gateway or an operator, without the fee. */
    cashAmount: amount('cash_amount'),
    /** Parts of the total and of the payment's fee that were not paid, and need not be. */
    shortfallAmount: amount('shortfall_amount'),
    feeShortfallAmount: amount('fee_shortfall_amount'),
    couponId: ref('coupon_id', () => coupons.id),
    /** Priced with a promotion or coupon for new members. */
    forNewMember: boolean('for_new_member').notNull().default(false),
    /** Orders whose remaining value this one absorbs; none once the change is undone. */
    surplusOrderIds: whole('surplus_order_ids').array().notNull().default([]),
    /** What each of them gives; the sum is `surplusAmount`. */
    surplusAmounts: money('surplus_amounts').array().notNull().default([]),
    /** What the member held before this change of plan; null once it is undone. */
    replaced: jsonb('replaced').$type<StoredTerm>(),
    basis: jsonb('basis').$type<OrderBasis>(),
    /** Id of the quote; a quote places at most one order. */
    quoteId: text('quote_id'),
    /** The end of the term that an automatic renewal extends. */
    renewalOf: time('renewal_of'),
    /** The term delivered; no end: permanent. */
    termStart: time('term_start'),
    termEnd: time('term_end'),
    cut: jsonb('cut').$type<TermCut>(),
    /** When the subscription took over what was sold; null: the term is still to begin, or there is none. */
    begunAt: time('begun_at'),
    /** null: a top-up. */
    snapshot: jsonb('snapshot').$type<PlanSnapshot>(),
    reviewReason: text('review_reason').$type<ReviewReason>(),
    paymentName: text('payment_name'),
    /** The method whose fee it paid. The constraint is in the migrations, because that table is above this one. */
    paymentMethodId: whole('payment_method_id'),
    /** The names in `snapshot` and `paymentName` as they were given then. */
    translations: translations<{ [L in Language]?: { planName?: string; paymentName?: string } }>(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    completedAt: time('completed_at'),
  },
  (t) => [
    uniqueIndex('orders_trade_no').on(t.tradeNo),
    // For "starts with" searches, under any collation of the database.
    index('orders_trade_no_prefix').on(t.tradeNo.op('text_pattern_ops')),
    uniqueIndex('orders_one_open')
      .on(t.accountId)
      .where(sql`status in ('pending', 'processing')`),
    uniqueIndex('orders_one_for_new_member')
      .on(t.accountId)
      .where(sql`for_new_member and status in ('pending', 'processing', 'review')`),
    index('orders_account').on(t.accountId, t.createdAt),
    index('orders_created').on(t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt),
    index('orders_plan_open').on(t.planId).where(holdsPlace),
    index('orders_to_begin')
      .on(t.termStart, t.accountId)
      .where(sql`status = 'completed' and type = 'renew' and begun_at is null`),
    index('orders_due')
      .on(t.expiresAt)
      .where(sql`status = 'pending'`),
    uniqueIndex('orders_quote').on(t.quoteId),
    uniqueIndex('orders_renewal')
      .on(t.accountId, t.renewalOf)
      .where(sql`renewal_of is not null and status not in ('cancelled', 'expired')`),
    index('orders_paid')
      .on(t.paidAt)
      .where(sql`paid_at is not null`),
    check('orders_amounts', sql`price_amount >= 0 and total_amount between 0 and price_amount and fee_amount >= 0`),
    check(
      'orders_lines',
      sql`price_amount = total_amount + promotion_amount + coupon_amount + personal_amount + (surplus_amount - credit_amount) + balance_amount`,
    ),
    check(
      'orders_parts',
      sql`least(promotion_amount, coupon_amount, personal_amount, credit_amount, balance_amount, bonus_amount, refunded_amount, surplus_amount - credit_amount) >= 0`,
    ),
    check(
      'orders_shortfall',
      sql`least(shortfall_amount, fee_shortfall_amount) >= 0 and (shortfall_amount = 0 or cash_amount + shortfall_amount = total_amount)`,
    ),
    check('orders_refunded', sql`refunded_amount <= total_amount + balance_amount + fee_amount`),
    check('orders_paid_has_time', sql`(status in ('processing', 'completed', 'review', 'absorbed', 'refunded')) = (paid_at is not null)`),
  ],
)
export type OrderRow = typeof orders.$inferSelect
