import { index, pgTable } from 'drizzle-orm/pg-core'
import { money, ref, time } from '../db/columns.ts'
import { accounts } from './accounts.table.ts'

/** Accounts that members asked to close. A row goes when the account is closed or the member cancels. */
export const accountClosings = pgTable(
  'account_closings',
  {
    accountId: ref('account_id', () => accounts.id).primaryKey(),
    requestedAt: time('requested_at').notNull(),
    closesAt: time('closes_at').notNull(),
    /** Minor units that the member agreed to lose. */
    most: money('most').notNull(),
  },
  (t) => [index('account_closings_due').on(t.closesAt)],
)
export type AccountClosingRow = typeof accountClosings.$inferSelect
