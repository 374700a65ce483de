import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { nodes } from '../nodes/nodes.table.ts'
import { bytea, id, ref, time, whole } from '../db/columns.ts'

/**
 * State of a report. `charged`. `held`: more than the line carries, waits for an operator. `released`: was held, then charged as a batch of
 * its own. `dropped`: by an operator. `undone`: taken back.
 */
export type BatchState = 'charged' | 'held' | 'released' | 'dropped' | 'undone'

/**
 * A report. A moment after it is charged, its rows are added to `traffic_daily`; it stays for a week, to recognise a repetition and to undo
 * it.
 */
export const trafficBatches = pgTable(
  'traffic_batches',
  {
    id: id(),
    nodeId: ref('node_id', () => nodes.id).notNull(),
    /** The node's own number for the batch; null if it sends none. */
    batchKey: text('batch_key'),
    bodyHash: bytea('body_hash').notNull(),
    rate: integer('rate').notNull(),
    /** Date in the site's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    receivedAt: time('received_at').notNull(),
    /** Where it came from, as limits count addresses. */
    network: text('network').notNull().default(''),
    state: text('state').$type<BatchState>().notNull().default('charged'),
    /** Raw bytes for the node's own quota: also those of members it may not charge. */
    carriedUp: whole('carried_up').notNull().default(0),
    carriedDown: whole('carried_down').notNull().default(0),
    /** Parallel arrays of raw bytes. */
    accountIds: whole('account_ids').array().notNull(),
    ups: whole('ups').array().notNull(),
    downs: whole('downs').array().notNull(),
    /** The numbers that the node reported, of accounts and of their devices; null: those of the accounts. */
    rowIds: whole('row_ids').array(),
    countedAt: time('counted_at'),
  },
  (t) => [
    uniqueIndex('traffic_batches_key').on(t.nodeId, t.batchKey),
    index('traffic_batches_recent').on(t.nodeId, t.receivedAt),
    index('traffic_batches_received').on(t.receivedAt),
  ],
)

const bytes = (name: string) => whole(name).notNull()

/** Partitioned by month (`db/partitions/`): what a member used through a node on a day of the site. */
export const trafficDaily = pgTable(
  'traffic_daily',
  {
    accountId: whole('account_id').notNull(),
    nodeId: whole('node_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    up: bytes('up'),
    down: bytes('down'),
    billedUp: bytes('billed_up'),
    billedDown: bytes('billed_down'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.nodeId] }), index('traffic_daily_day').on(t.day, t.nodeId)],
)

/** Sums of `traffic_daily` by day and node. This and the two below are kept by triggers and checked nightly. */
export const trafficDays = pgTable(
  'traffic_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    nodeId: whole('node_id').notNull(),
    up: bytes('up'),
    down: bytes('down'),
    billedUp: bytes('billed_up'),
    billedDown: bytes('billed_down'),
  },
  (t) => [primaryKey({ columns: [t.day, t.nodeId] })],
)

/** On which days of a month a member had traffic. Kept while days of it may change. */
export const trafficMonths = pgTable(
  'traffic_months',
  {
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    accountId: whole('account_id').notNull(),
    /** A bit for each day, the lowest for the first. */
    days: whole('days').notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.accountId] })],
)

/** How many members had traffic on a day. Each connection has its own rows, so that none waits for another. */
export const activeDays = pgTable(
  'active_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** Process id of the connection that adds to the row; 0: of several, once the day is over. */
    slot: integer('slot').notNull(),
    members: integer('members').notNull(),
    /** Those for whom it is the first day of the month: summed up to a day, the members of the month until then, each once. */
    joined: integer('joined').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.slot] })],
)

/**
 * Highest counters charged since a node's process started, as arrays in order of account. Closed boots keep their row without arrays, so
 * that they are never charged again.
 */
export const nodeBoots = pgTable(
  'node_boots',
  {
    nodeId: ref('node_id', () => nodes.id).notNull(),
    /** The node's own id for this start of its process. */
    bootId: text('boot_id').notNull(),
    /** The last report applied. */
    sequence: whole('sequence').notNull(),
    accountIds: whole('account_ids').array().notNull(),
    ups: whole('ups').array().notNull(),
    downs: whole('downs').array().notNull(),
    /** Entries not charged: not a byte count, or a member the node does not serve. */
    dropped: whole('dropped').notNull().default(0),
    /** Entries lower than before. */
    lowered: whole('lowered').notNull().default(0),
    startedAt: time('started_at').notNull(),
    seenAt: time('seen_at').notNull(),
    closedAt: time('closed_at'),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.bootId] }), index('node_boots_seen').on(t.seenAt)],
)

/** How far each node used up what its line can have carried; no number of reports exceeds that. */
export const nodeAllowances = pgTable('node_allowances', {
  nodeId: ref('node_id', () => nodes.id).primaryKey(),
  usedUntil: time('used_until').notNull(),
})
