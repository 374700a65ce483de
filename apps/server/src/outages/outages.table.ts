import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Compensation, OutageReason } from '@portico/contract/outages'
import { accounts } from '../accounts/accounts.table.ts'
import { nodes } from '../nodes/nodes.table.ts'

/** Times when a node was unreachable. */
export const outages = pgTable(
  'outages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    /** Last contact before the outage. */
    beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
    /** First contact after it; null: it continues. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    reason: text('reason').$type<OutageReason>().notNull(),
    /** Compensation per member; null: not decided. */
    compensation: jsonb('compensation').$type<Compensation>(),
  },
  (t) => [
    uniqueIndex('outages_running')
      .on(t.nodeId)
      .where(sql`ended_at is null`),
    index('outages_node').on(t.nodeId, t.beganAt),
    index('outages_began').on(t.beganAt),
  ],
)
export type OutageRow = typeof outages.$inferSelect

/** Which member was compensated for which outage, once each. */
export const outageGifts = pgTable(
  'outage_gifts',
  {
    outageId: bigint('outage_id', { mode: 'number' })
      .notNull()
      .references(() => outages.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.outageId, t.accountId] }), index('outage_gifts_account').on(t.accountId)],
)

/** One row: since when nodes have been watched without a gap, by any process. */
export const outageWatch = pgTable('outage_watch', {
  id: smallint('id').primaryKey(),
  listeningSince: timestamp('listening_since', { withTimezone: true }).notNull(),
  watchedAt: timestamp('watched_at', { withTimezone: true }).notNull(),
})
