import { pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '@portico/contract/errors'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'
import { paymentAttempts, paymentMethods } from '../payments/payments.table.ts'

/** A card that a member let a gateway save for renewals: the gateway's ids for it, and the part that may be shown. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    /** The payment at which the member agreed. */
    attemptId: ref('attempt_id', () => paymentAttempts.id).notNull(),
    customer: text('customer').notNull(),
    token: text('token').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    /** Why the last charge was refused; null: it was not. */
    problem: text('problem').$type<ErrorCode>(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('saved_cards_owner').on(t.accountId, t.methodId)],
)
export type SavedCardRow = typeof savedCards.$inferSelect
