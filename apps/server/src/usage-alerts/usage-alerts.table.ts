import { pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time, whole } from '../db/columns.ts'

/** Thresholds passed in the current cycle. A row stays until the next cycle begins, even if the quota grows. */
export const usageAlerts = pgTable(
  'usage_alerts',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** Percent of the quota. */
    threshold: smallint('threshold').notNull(),
    /** Bytes used when it was recorded. Counters only grow, so fewer bytes mean a new cycle. */
    used: whole('used').notNull(),
    /** When its cycle ends by the calendar; null: never. */
    cycleEnds: time('cycle_ends'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.threshold] })],
)
