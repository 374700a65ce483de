import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Compensation, OutageReason } from '@portico/contract/outages'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'
import { nodes } from '../nodes/nodes.table.ts'

/** Times when a node was unreachable. */
export const outages = pgTable(
  'outages',
  {
    id: id(),
    nodeId: ref('node_id', () => nodes.id).notNull(),
    /** The last contact before it. */
    beganAt: time('began_at').notNull(),
    /** The first contact after it. */
    endedAt: time('ended_at'),
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
    outageId: ref('outage_id', () => outages.id).notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.outageId, t.accountId] }), index('outage_gifts_account').on(t.accountId)],
)

/** One row: since when nodes have been watched without a gap, by any process. */
export const outageWatch = pgTable('outage_watch', {
  id: smallint('id').primaryKey(),
  listeningSince: time('listening_since').notNull(),
  watchedAt: time('watched_at').notNull(),
})
