import { bigint, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '@portico/contract/errors'
import { accounts } from '../accounts/accounts.table.ts'
import { paymentAttempts, paymentMethods } from '../payments/payments.table.ts'

/** A card that a member let a gateway save for renewals: the gateway's ids for it, and the part that may be shown. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    /** The payment at which the member agreed. */
    attemptId: bigint('attempt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentAttempts.id),
    customer: text('customer').notNull(),
    token: text('token').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    /** Why the last charge was refused; null: it was not. */
    problem: text('problem').$type<ErrorCode>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [uniqueIndex('saved_cards_owner').on(t.accountId, t.methodId)],
)
export type SavedCardRow = typeof savedCards.$inferSelect
