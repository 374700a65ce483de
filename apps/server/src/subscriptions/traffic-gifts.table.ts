import { pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, whole } from '../db/columns.ts'

/** Traffic added to one cycle only: it leaves the quota when the cycle ends, unless the quota was replaced in the meantime. */
export const trafficGifts = pgTable('traffic_gifts', {
  accountId: ref('account_id', () => accounts.id).primaryKey(),
  /** The plan it was added to. */
  planId: whole('plan_id'),
  bytes: whole('bytes').notNull(),
  /** The cycle's quota with the gift, without bytes that carry over. A different quota no longer contains the gift. */
  quota: whole('quota').notNull(),
})
