import { sql } from 'drizzle-orm'
import { bigint, char, check, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderStatus, OrderType } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import { accounts } from '../accounts/accounts.table.ts'
import { plans } from '../plans/plans.table.ts'

/** What was sold, so that a plan edited later does not change an order already placed. */
export type PlanSnapshot = {
  planName: string
  groupId: number
  transferEnable: number
  speedLimit: number | null
  deviceLimit: number | null
}

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
    period: text('period').$type<Period>().notNull(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    currency: char('currency', { length: 3 }).notNull(),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    totalAmount: bigint('total_amount', { mode: 'number' }).notNull(),
    feeAmount: bigint('fee_amount', { mode: 'number' }).notNull().default(0),
    snapshot: jsonb('snapshot').$type<PlanSnapshot>().notNull(),
    reviewReason: text('review_reason'),
    paymentName: text('payment_name'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('orders_trade_no').on(t.tradeNo),
    uniqueIndex('orders_one_open')
      .on(t.accountId)
      .where(sql`status in ('pending', 'processing')`),
    index('orders_account').on(t.accountId, t.createdAt),
    index('orders_created').on(t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt),
    index('orders_plan_open')
      .on(t.planId)
      .where(sql`status in ('pending', 'processing')`),
    index('orders_due')
      .on(t.expiresAt)
      .where(sql`status = 'pending'`),
    check('orders_amounts', sql`price_amount >= 0 and total_amount between 0 and price_amount and fee_amount >= 0`),
    check('orders_paid_has_time', sql`(status in ('processing', 'completed', 'review', 'absorbed', 'refunded')) = (paid_at is not null)`),
  ],
)
export type OrderRow = typeof orders.$inferSelect
