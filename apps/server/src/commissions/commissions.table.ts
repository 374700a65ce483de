import { sql } from 'drizzle-orm'
import { bigint, char, check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CommissionStatus } from '@portico/contract/commissions'
import { accounts } from '../accounts/accounts.table.ts'
import { orders } from '../orders/orders.table.ts'

const account = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => accounts.id)
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const commissions = pgTable(
  'commissions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    buyerId: account('buyer_id'),
    receiverId: account('receiver_id'),
    /** Number of invitations between buyer and receiver. */
    level: integer('level').notNull(),
    /** Amount received for the order without fee, plus top-ups spent on it if they earn here. */
    baseAmount: amount('base_amount'),
    /** Hundredths of a percent. */
    rate: integer('rate').notNull(),
    amount: amount('amount'),
    reversedAmount: amount('reversed_amount').default(0),
    currency: char('currency', { length: 3 }).notNull(),
    status: text('status').$type<CommissionStatus>().notNull().default('pending'),
    /** Counted from the payment of the order, whatever happens to the order's row. */
    frozenUntil: timestamp('frozen_until', { withTimezone: true }).notNull(),
    /** When the order was paid. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('commissions_order_level').on(t.orderId, t.level),
    index('commissions_receiver').on(t.receiverId, t.createdAt),
    index('commissions_created').on(t.createdAt, t.id),
    index('commissions_due')
      .on(t.frozenUntil)
      .where(sql`status in ('pending', 'confirmed')`),
    check('commissions_not_oneself', sql`buyer_id <> receiver_id`),
    check('commissions_level', sql`level between 1 and 3 and rate between 1 and 10000`),
    check('commissions_amounts', sql`amount between 1 and base_amount and reversed_amount between 0 and amount`),
    check('commissions_void', sql`status <> 'void' or reversed_amount = amount`),
    check('commissions_paid_has_time', sql`(status = 'paid') = (paid_at is not null)`),
  ],
)

/** Parts of a commission's base by top-up: each top-up earns once per level. */
export const commissionTopUps = pgTable(
  'commission_top_ups',
  {
    commissionId: bigint('commission_id', { mode: 'number' })
      .notNull()
      .references(() => commissions.id),
    topUpId: bigint('top_up_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    amount: amount('amount'),
    /** Part of the commission reversed because the top-up was returned. */
    reversedAmount: amount('reversed_amount').default(0),
  },
  (t) => [
    primaryKey({ columns: [t.commissionId, t.topUpId] }),
    index('commission_top_ups_top_up').on(t.topUpId),
    check('commission_top_ups_amounts', sql`amount > 0 and reversed_amount >= 0`),
  ],
)
export type CommissionRow = typeof commissions.$inferSelect
