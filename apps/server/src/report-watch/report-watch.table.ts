import type { ReportAlarmKind, UndoState } from '@portico/contract/report-watch-admin'
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { nodes } from '../nodes/nodes.table.ts'

/** Alarms about nodes' reports. One row per node, kind and subject; a later one reopens it. */
export const reportAlarms = pgTable(
  'report_alarms',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    kind: text('kind').$type<ReportAlarmKind>().notNull(),
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    /** The account's id, the address that called, or the answer to a refused report; '' for the node itself. */
    subject: text('subject').notNull(),
    /** The highest value seen, and what it is compared with: bytes per second, bytes in an hour, or how many. */
    value: bigint('value', { mode: 'number' }).notNull(),
    usual: bigint('usual', { mode: 'number' }).notNull(),
    beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('report_alarms_subject').on(t.nodeId, t.kind, t.subject), index('report_alarms_open').on(t.settledAt, t.beganAt)],
)
export type ReportAlarmRow = typeof reportAlarms.$inferSelect

/** Undos of a node's reports. */
export const reportUndos = pgTable(
  'report_undos',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Operator's idempotency key: asking twice starts one undo. */
    key: text('key').notNull(),
    byAccountId: bigint('by_account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    since: timestamp('since', { withTimezone: true }).notNull(),
    /** Networks whose reports are undone; empty: all. */
    networks: text('networks').array().notNull().default([]),
    reason: text('reason').notNull(),
    state: text('state').$type<UndoState>().notNull().default('running'),
    /** `total`: reports to undo; `done`: undone so far. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** Last report covered; later ones stay. */
    lastBatchId: bigint('last_batch_id', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('report_undos_key').on(t.byAccountId, t.key), index('report_undos_created').on(t.createdAt)],
)
export type ReportUndoRow = typeof reportUndos.$inferSelect
