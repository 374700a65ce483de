import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NodeState } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { accounts } from '../accounts/accounts.table.ts'
import { groups } from '../groups/groups.table.ts'
import { bytea } from '../db/columns.ts'

export const nodes = pgTable(
  'nodes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    host: text('host').notNull(),
    /** One port or a range, as clients dial it. */
    port: text('port').notNull(),
    serverPort: integer('server_port').notNull(),
    /** Hundredths. */
    rate: integer('rate').notNull().default(100),
    tags: text('tags').array().notNull().default([]),
    state: text('state').$type<NodeState>().notNull().default('enabled'),
    settings: jsonb('settings').$type<ProtocolSettings>().notNull(),
    /** SHA-256 of the node's secret. */
    secretHash: bytea('secret_hash').notNull(),
    sort: integer('sort').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Set when it was removed; the row stays for the traffic history. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('nodes_secret').on(t.secretHash), index('nodes_sort').on(t.sort, t.id)],
)
export type NodeRow = typeof nodes.$inferSelect

export const nodeGroups = pgTable(
  'node_groups',
  {
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    groupId: bigint('group_id', { mode: 'number' })
      .notNull()
      .references(() => groups.id),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.groupId] }), index('node_groups_group').on(t.groupId)],
)

/** What a node last said. Apart from `nodes`, because it changes every minute. */
export const nodeReports = pgTable('node_reports', {
  nodeId: bigint('node_id', { mode: 'number' })
    .primaryKey()
    .references(() => nodes.id),
  lastPullAt: timestamp('last_pull_at', { withTimezone: true }),
  lastPushAt: timestamp('last_push_at', { withTimezone: true }),
  onlineUsers: integer('online_users').notNull().default(0),
  /** Load as the node sent it: cpu, mem, swap, disk. */
  load: jsonb('load'),
})

/** Addresses members were seen with on a node. */
export const devices = pgTable(
  'devices',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    nodeId: bigint('node_id', { mode: 'number' })
      .notNull()
      .references(() => nodes.id),
    ip: text('ip').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.nodeId, t.ip] }), index('devices_seen').on(t.seenAt)],
)
