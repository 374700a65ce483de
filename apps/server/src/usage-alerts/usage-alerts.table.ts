import { bigint, pgTable, primaryKey, smallint, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Thresholds passed in the cycle that runs: a row goes when the next one begins, and not before. */
export const usageAlerts = pgTable(
  'usage_alerts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** Percent of the quota. */
    threshold: smallint('threshold').notNull(),
    /** Bytes used when it was noticed: counters only grow, so fewer mean that they began again. */
    used: bigint('used', { mode: 'number' }).notNull(),
    /** When its cycle ends by the calendar; null: never. */
    cycleEnds: timestamp('cycle_ends', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.threshold] })],
)
