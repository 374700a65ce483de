import { bigint, index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.table.ts'

/** Accounts that members asked to close. A row goes when the account is closed or the member cancels. */
export const accountClosings = pgTable(
  'account_closings',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    closesAt: timestamp('closes_at', { withTimezone: true }).notNull(),
    /** Minor units that the member agreed to lose. */
    most: bigint('most', { mode: 'number' }).notNull(),
  },
  (t) => [index('account_closings_due').on(t.closesAt)],
)
export type AccountClosingRow = typeof accountClosings.$inferSelect
