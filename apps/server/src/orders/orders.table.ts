import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderStatus, OrderType } from '@portico/contract/orders'
import type { ReviewReason } from '@portico/contract/orders-admin'
import type { Period } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import { translations } from '../db/columns.ts'
import { coupons } from '../coupons/coupons.table.ts'
import type { HeldTerm } from '../subscriptions/subscriptions.table.ts'
import { plans } from '../plans/plans.table.ts'

/** Plan conditions of an order, as sold. Later changes of the plan do not affect it. */
export type PlanSnapshot = {
  planName: string
  groupId: number
  /** Bytes of each cycle; of a delivered reset pack: the bytes it gave back. */
  transferEnable: number
  /** Absent in orders older than reset modes: monthly. */
  resetMode?: ResetMode
  /** Bytes that had been used in the cycle when a reset pack was delivered, or the term began within it. */
  usedBefore?: number
  speedLimit: number | null
  deviceLimit: number | null
}

/** Subscription that the order was priced for; if it changes, the price is void. `funds`: money in the orders it absorbs; absent: none. */
export type OrderBasis = { planId: number | null; expiresAt: string | null; funds?: number }

/** Condition: the order holds a place on its plan. Literals, so that prepared statements can use `orders_plan_open`. */
export const holdsPlace = sql`status in ('pending', 'processing', 'review')`

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

export const orders = pgTable(
  'orders',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tradeNo: text('trade_no').notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    planId: bigint('plan_id', { mode: 'number' }).references(() => plans.id),
    type: text('type').$type<OrderType>().notNull(),
    /** Period bought; null: a top-up. */
    period: text('period').$type<Period>(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    currency: char('currency', { length: 3 }).notNull(),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    totalAmount: bigint('total_amount', { mode: 'number' }).notNull(),
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
    couponId: bigint('coupon_id', { mode: 'number' }).references(() => coupons.id),
    /** Priced with a promotion or coupon for new members. */
    forNewMember: boolean('for_new_member').notNull().default(false),
    /** Orders whose remaining value this one absorbs; none once the change is undone. */
    surplusOrderIds: bigint('surplus_order_ids', { mode: 'number' }).array().notNull().default([]),
    /** Value of each absorbed order; they sum to `surplusAmount`. */
    surplusAmounts: bigint('surplus_amounts', { mode: 'number' }).array().notNull().default([]),
    /** Term held before this change of plan; null once undone. */
    replaced: jsonb('replaced').$type<HeldTerm>(),
    basis: jsonb('basis').$type<OrderBasis>(),
    /** Id of the quote; a quote places at most one order. */
    quoteId: text('quote_id'),
    /** The end of the term that an automatic renewal extends. */
    renewalOf: timestamp('renewal_of', { withTimezone: true }),
    /** Delivered term; `termEnd` null: permanent. */
    termStart: timestamp('term_start', { withTimezone: true }),
    termEnd: timestamp('term_end', { withTimezone: true }),
    /** When the sold conditions took effect; null: the term has not begun, or there is none. */
    begunAt: timestamp('begun_at', { withTimezone: true }),
    /** null: a top-up. */
    snapshot: jsonb('snapshot').$type<PlanSnapshot>(),
    reviewReason: text('review_reason').$type<ReviewReason>(),
    paymentName: text('payment_name'),
    /** Payment method whose fee was paid. The foreign key is in the migrations. */
    paymentMethodId: bigint('payment_method_id', { mode: 'number' }),
    /** Names in `snapshot` and `paymentName` in other languages, at that time. */
    translations: translations<{ [L in Language]?: { planName?: string; paymentName?: string } }>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
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
