import { bigint, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** How far each member's device clock was off when last seen. */
export const clockChecks = pgTable('clock_checks', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** Milliseconds; positive: the device is ahead. */
  skewMs: bigint('skew_ms', { mode: 'number' }).notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
