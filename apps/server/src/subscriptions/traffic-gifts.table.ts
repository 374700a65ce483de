import { bigint, pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Traffic added to one cycle only: it leaves the quota when the cycle ends, unless the quota was replaced in the meantime. */
export const trafficGifts = pgTable('traffic_gifts', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** Plan at that time. */
  planId: bigint('plan_id', { mode: 'number' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** The cycle's quota with the gift, without bytes that carry over. A different quota no longer contains the gift. */
  quota: bigint('quota', { mode: 'number' }).notNull(),
})
