import { pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, ref, time } from '../db/columns.ts'

/** Who has had the trial plan. Rows outlive the address at the account, so that nobody gets it twice. */
export const trials = pgTable('trials', {
  /** SHA-256 of the address as it is compared. */
  subjectHash: bytea('subject_hash').primaryKey(),
  accountId: ref('account_id', () => accounts.id).notNull(),
  at: time('at').notNull(),
})
