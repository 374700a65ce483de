import { pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time, whole } from '../db/columns.ts'

/** How far each member's device clock was off when last seen. */
export const clockChecks = pgTable('clock_checks', {
  accountId: ref('account_id', () => accounts.id).primaryKey(),
  /** Milliseconds; positive: the device is ahead. */
  skewMs: whole('skew_ms').notNull(),
  at: time('at').notNull(),
})
