import { pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, ref, time } from '../db/columns.ts'

/** Addresses that had the trial plan. Rows outlive the accounts, so that nobody gets it twice. */
export const trials = pgTable('trials', {
  /** SHA-256 of the address in its compared form. */
  subjectHash: bytea('subject_hash').primaryKey(),
  accountId: ref('account_id', () => accounts.id).notNull(),
  at: time('at').notNull(),
})
