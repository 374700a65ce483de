import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { bytea } from '../db/columns.ts'

/**
 * State of a report. `charged`. `held`: more than the line carries, waits for an operator. `released`: was held, then charged as a batch of
 * its own. `dropped`: by an operator. `undone`: taken back.
 */
export type BatchState = 'charged' | 'held' | 'released' | 'dropped' | 'undone'

/** A report. A moment after it is charged, its rows are added to `traffic_daily`; it stays for a week, to recognise a repetition and to undo it. */
export const trafficBatches = pgTable(
  'traffic_batches',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    /** The node's own number for the batch; null if it sends none. */
    batchKey: text('batch_key'),
    bodyHash: bytea('body_hash').notNull(),
    rate: integer('rate').notNull(),
    /** Date in the site's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** Network it came from, as limits count it. */
    network: text('network').notNull().default(''),
    state: text('state').$type<BatchState>().notNull().default('charged'),
    /** Raw bytes for the node's own quota: also those of members it may not charge. */
    carriedUp: bigint('carried_up', { mode: 'number' }).notNull().default(0),
    carriedDown: bigint('carried_down', { mode: 'number' }).notNull().default(0),
    /** Parallel arrays of raw bytes. */
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

/**
 * Highest counters charged since a node's process started, as arrays in order of account. Closed boots keep their row without arrays, so
 * that they are never charged again.
 */
export const nodeBoots = pgTable(
  'node_boots',
  {
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    /** Node's id of this start. */
    bootId: text('boot_id').notNull(),
    /** The last report applied. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    accountIds: bigint('account_ids', { mode: 'number' }).array().notNull(),
    ups: bigint('ups', { mode: 'number' }).array().notNull(),
    downs: bigint('downs', { mode: 'number' }).array().notNull(),
    /** Entries not charged: not a byte count, or a member the node does not serve. */
    dropped: bigint('dropped', { mode: 'number' }).notNull().default(0),
    /** Entries lower than before. */
    lowered: bigint('lowered', { mode: 'number' }).notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.bootId] }), index('node_boots_seen').on(t.seenAt)],
)

/** How far each node used up what its line can have carried; no number of reports exceeds that. */
export const nodeAllowances = pgTable('node_allowances', {
  nodeId: bigint('node_id', { mode: 'number' })
    .primaryKey()
    .references(() => nodes.id),
  usedUntil: timestamp('used_until', { withTimezone: true }).notNull(),
})
