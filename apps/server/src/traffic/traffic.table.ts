import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { bytea } from '../db/columns.ts'

/** A push as it was applied. Its rows go into `traffic_daily` a moment later; the key stays to recognise a repetition. */
export const trafficBatches = pgTable(
  'traffic_batches',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    /** The node's own number for the batch; null where it sends none. */
    batchKey: text('batch_key'),
    bodyHash: bytea('body_hash').notNull(),
    rate: integer('rate').notNull(),
    /** Date in the site's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** Parallel arrays of raw bytes; emptied when they are in the statistics. */
    accountIds: bigint('account_ids', { mode: 'number' }).array().notNull(),
    ups: bigint('ups', { mode: 'number' }).array().notNull(),
    downs: bigint('downs', { mode: 'number' }).array().notNull(),
    countedAt: timestamp('counted_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('traffic_batches_key').on(t.nodeId, t.batchKey),
    index('traffic_batches_recent').on(t.nodeId, t.receivedAt),
    index('traffic_batches_received').on(t.receivedAt),
  ],
)

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const trafficDaily = pgTable(
  'traffic_daily',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    day: date('day', { mode: 'string' }).notNull(),
    up: bytes('up'),
    down: bytes('down'),
    billedUp: bytes('billed_up'),
    billedDown: bytes('billed_down'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.nodeId] }), index('traffic_daily_day').on(t.day, t.nodeId)],
)
