import { sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CommissionStatus } from '@portico/contract/commissions'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'

const account = (name: string) => ref(name, () => accounts.id).notNull()
const amount = (name: string) => money(name).notNull()

export const commissions = pgTable(
  'commissions',
  {
    id: id(),
    orderId: ref('order_id', () => orders.id).notNull(),
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
    frozenUntil: time('frozen_until').notNull(),
    /** When the order was paid. */
    createdAt: time('created_at').notNull(),
    paidAt: time('paid_at'),
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
    commissionId: ref('commission_id', () => commissions.id).notNull(),
    topUpId: ref('top_up_id', () => orders.id).notNull(),
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
