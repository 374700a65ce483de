import type { ReportAlarmKind } from '@portico/contract/report-alarms'
import type { UndoState } from '@portico/contract/report-watch-admin'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'
import { nodes } from '../nodes/nodes.table.ts'

/** Alarms about nodes' reports. One row per node, kind and subject; a later one reopens it. */
export const reportAlarms = pgTable(
  'report_alarms',
  {
    id: id(),
    nodeId: ref('node_id', () => nodes.id).notNull(),
    kind: text('kind').$type<ReportAlarmKind>().notNull(),
    accountId: ref('account_id', () => accounts.id),
    /** The account's id, the address that called, the answer to a refused report, or what a program lacks; '' for the node itself. */
    subject: text('subject').notNull(),
    /** The highest value seen, and what it is compared with: bytes per second, bytes in an hour, or how many. */
    value: whole('value').notNull(),
    usual: whole('usual').notNull(),
    beganAt: time('began_at').notNull(),
    lastAt: time('last_at').notNull(),
    settledAt: time('settled_at'),
  },
  (t) => [uniqueIndex('report_alarms_subject').on(t.nodeId, t.kind, t.subject), index('report_alarms_open').on(t.settledAt, t.beganAt)],
)
export type ReportAlarmRow = typeof reportAlarms.$inferSelect

/** Undos of a node's reports. */
export const reportUndos = pgTable(
  'report_undos',
  {
    id: id(),
    /** The operator's own number for it: asking twice starts one. */
    key: text('key').notNull(),
    byAccountId: ref('by_account_id', () => accounts.id).notNull(),
    nodeId: ref('node_id', () => nodes.id).notNull(),
    since: time('since').notNull(),
    /** Where the reports came from; none: from anywhere. */
    networks: text('networks').array().notNull().default([]),
    reason: text('reason').notNull(),
    state: text('state').$type<UndoState>().notNull().default('running'),
    /** `total`: reports to undo; `done`: undone so far. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** The last report that it covers: later ones stay. */
    lastBatchId: whole('last_batch_id').notNull(),
    createdAt: time('created_at').notNull(),
    finishedAt: time('finished_at'),
  },
  (t) => [uniqueIndex('report_undos_key').on(t.byAccountId, t.key), index('report_undos_created').on(t.createdAt)],
)
export type ReportUndoRow = typeof reportUndos.$inferSelect
