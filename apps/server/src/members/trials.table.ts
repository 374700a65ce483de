import { bigint, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'

/** Addresses that had the trial plan. Rows outlive the accounts, so that nobody gets it twice. */
export const trials = pgTable('trials', {
  /** SHA-256 of the address in its compared form. */
  subjectHash: bytea('subject_hash').primaryKey(),
  accountId: bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
