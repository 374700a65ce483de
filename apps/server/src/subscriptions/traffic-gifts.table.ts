import { bigint, pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Traffic given on top of one cycle alone: it leaves the quota when the cycle ends, unless the quota was written anew meanwhile. */
export const trafficGifts = pgTable('traffic_gifts', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** The plan it was added to. */
  planId: bigint('plan_id', { mode: 'number' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** The cycle's quota with it, without what carries over: one that differs holds none of it any more. */
  quota: bigint('quota', { mode: 'number' }).notNull(),
})
