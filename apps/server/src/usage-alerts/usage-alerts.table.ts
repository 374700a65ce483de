import { bigint, pgTable, primaryKey, smallint, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Thresholds passed in the current cycle. A row stays until the next cycle begins, even if the quota grows. */
export const usageAlerts = pgTable(
  'usage_alerts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** Percent of the quota. */
    threshold: smallint('threshold').notNull(),
    /** Bytes used when it was recorded. Counters only grow, so fewer bytes mean a new cycle. */
    used: bigint('used', { mode: 'number' }).notNull(),
    /** End of the cycle by the calendar; null: never. */
    cycleEnds: timestamp('cycle_ends', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.threshold] })],
)
