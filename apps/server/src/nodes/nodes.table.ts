import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RateRange } from '@portico/contract/nodes'
import type { AdminNode, NodeState } from '@portico/contract/nodes-admin'
import { type Certificate, type NodeSoftware, OWN_CERTIFICATE } from '@portico/contract/node-software'
import { PROTOCOLS, type ProtocolSettings } from '@portico/contract/protocols'
import { accounts } from '../accounts/accounts.table.ts'
import { groups } from '../groups/groups.table.ts'
import { areExact, areTimes, bytea, id, ref, time, translations, whole } from '../db/columns.ts'

/** Machines: programs that run several nodes with one secret. */
export const machines = pgTable(
  'machines',
  {
    id: id(),
    name: text('name').notNull(),
    notes: text('notes').notNull().default(''),
    /** SHA-256 of the machine's secret. */
    secretHash: bytea('secret_hash').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Software of the machine; nodes that it does not serve are refused. */
    software: text('software').$type<NodeSoftware>().notNull().default('any'),
    /** Version of the software, as an operator says; '': the newest. */
    softwareVersion: text('software_version').notNull().default(''),
    /** Where its nodes get their certificates; `dns_env` is encrypted. */
    certificate: jsonb('certificate').$type<Certificate>().notNull().default(OWN_CERTIFICATE),
    lastSeenAt: time('last_seen_at'),
    /** Load as it was last sent: cpu, mem, swap, disk, net. */
    load: jsonb('load'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('machines_secret').on(t.secretHash),
    check('machines_software', sql`software in ('v2bx', 'v2node', 'xrayr', 'any') and software_version ~ '^(v?[0-9]+([.][0-9]+)*)?$'`),
  ],
)
export type MachineRow = typeof machines.$inferSelect

/** Loads of a machine, kept for a day. */
export const machineLoads = pgTable(
  'machine_loads',
  {
    machineId: ref('machine_id', () => machines.id, { onDelete: 'cascade' }).notNull(),
    at: time('at').notNull(),
    load: jsonb('load').notNull(),
  },
  (t) => [primaryKey({ columns: [t.machineId, t.at] }), index('machine_loads_at').on(t.at)],
)

export const nodes = pgTable(
  'nodes',
  {
    id: id(),
    name: text('name').notNull(),
    translations: translations<AdminNode['translations']>(),
    host: text('host').notNull(),
    /** One port or a range, as clients dial it. */
    port: text('port').notNull(),
    serverPort: integer('server_port').notNull(),
    /** Traffic rate in hundredths. */
    rate: integer('rate').notNull().default(100),
    tags: text('tags').array().notNull().default([]),
    state: text('state').$type<NodeState>().notNull().default('enabled'),
    settings: jsonb('settings').$type<ProtocolSettings>().notNull(),
    /** SHA-256 of the node's secret. */
    secretHash: bytea('secret_hash').notNull(),
    /** The node that this one is another entrance to. A child has no process: its parent serves its members. */
    parentId: ref('parent_id', (): AnyPgColumn => nodes.id),
    machineId: ref('machine_id', () => machines.id, { onDelete: 'set null' }),
    /** Other rates by the time of day in the site's zone. */
    rateRanges: jsonb('rate_ranges').$type<RateRange[]>().notNull().default([]),
    /** Raw bytes the node may carry in a cycle; null: no limit. */
    quota: whole('quota'),
    /** Day of the month on which the node's own counters are reset; null: never. */
    quotaResetDay: smallint('quota_reset_day'),
    /** Capacity of the line in Mbit/s; null: the site's setting applies. */
    lineSpeed: integer('line_speed'),
    /** Addresses and CIDR blocks that its calls may come from; none: any. */
    callAddresses: text('call_addresses').array().notNull().default([]),
    /** Where it sends what members ask for (`NodeRouting`), encrypted; null: out, all of it. */
    routingConfig: text('routing_config'),
    /** Set while the quota is used up: the node is left out of subscriptions. */
    exhaustedAt: time('exhausted_at'),
    /** Set while its process has been silent for too long. A child uses its parent's value. */
    offlineAt: time('offline_at'),
    /** Silence before this does not count: when the node was created, or last left maintenance. */
    watchedFrom: time('watched_from').notNull().defaultNow(),
    sort: integer('sort').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Set when it was deleted; the row stays for the traffic history. */
    deletedAt: time('deleted_at'),
  },
  (t) => [
    uniqueIndex('nodes_secret').on(t.secretHash),
    index('nodes_sort').on(t.sort, t.id),
    index('nodes_parent').on(t.parentId),
    index('nodes_machine').on(t.machineId),
    check('nodes_name', sql`name ~ '[^[:space:]]' and utf16_length(name) <= 80`),
    check('nodes_host', sql`host ~ '^[A-Za-z0-9._:-]{1,253}$'`),
    check(
      'nodes_ports',
      sql`server_port between 1 and 65535 and port ~ '^[0-9]{1,5}(-[0-9]{1,5})?$' and split_part(port, '-', 1)::int between 1 and 65535
        and (port !~ '-' or split_part(port, '-', 2)::int between split_part(port, '-', 1)::int + 1 and 65535)`,
    ),
    check('nodes_rate', sql`rate between 0 and 10000`),
    check('nodes_rate_ranges', sql`are_rate_ranges(rate_ranges)`),
    check('nodes_tags', sql`are_tags(tags)`),
    check('nodes_state', sql`state in ('enabled', 'draining', 'maintenance', 'hidden')`),
    check(
      'nodes_protocol',
      sql.raw(`coalesce(settings ->> 'protocol', '') in (${PROTOCOLS.map((protocol) => `'${protocol}'`).join(', ')})`),
    ),
    check('nodes_quota', sql`quota >= 1 and ${areExact('quota')} and quota_reset_day between 1 and 31`),
    check('nodes_line_speed', sql`line_speed between 1 and 80000`),
    check('nodes_call_addresses', sql`cardinality(call_addresses) <= 32`),
    check('nodes_times', areTimes('created_at', 'offline_at')),
  ],
)
export type NodeRow = typeof nodes.$inferSelect
/** Columns for a node's name in a reader's language. */
export type NamedNode = Pick<NodeRow, 'name' | 'translations'>

export const nodeGroups = pgTable(
  'node_groups',
  {
    nodeId: ref('node_id', () => nodes.id).notNull(),
    groupId: ref('group_id', () => groups.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.groupId] }), index('node_groups_group').on(t.groupId)],
)

type Usage = { total: number; used: number }
/** Load as sent by the node: percent of processors, bytes of the rest. */
export type NodeLoad = { cpu: number; mem?: Usage | undefined; swap?: Usage | undefined; disk?: Usage | undefined }

/** A node's last reports. Apart from `nodes`, because they change every minute. */
export const nodeReports = pgTable('node_reports', {
  nodeId: ref('node_id', () => nodes.id).primaryKey(),
  lastPullAt: time('last_pull_at'),
  lastPushAt: time('last_push_at'),
  onlineUsers: integer('online_users').notNull().default(0),
  load: jsonb('load').$type<NodeLoad>(),
  /** Raw bytes carried since `countedSince`, for the node's own quota. */
  up: whole('up').notNull().default(0),
  down: whole('down').notNull().default(0),
  countedSince: time('counted_since'),
  /** The last time it was out of contact for more than five minutes. */
  awayFrom: time('away_from'),
  awayUntil: time('away_until'),
  /** First contact of a node that is down; the second one brings it back. */
  heardAgainAt: time('heard_again_at'),
})

/** Members and nodes that recently left a group. Triggers write it, so no change is missed. */
export const pastMembers = pgTable(
  'past_members',
  {
    accountId: whole('account_id').notNull(),
    groupId: whole('group_id').notNull(),
    leftAt: time('left_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.groupId] }), index('past_members_left').on(t.leftAt)],
)
export const pastNodeGroups = pgTable(
  'past_node_groups',
  {
    nodeId: whole('node_id').notNull(),
    groupId: whole('group_id').notNull(),
    leftAt: time('left_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.groupId] })],
)

/** Which member raised which version of a group's member list. Triggers write it, so no change is missed. */
export const changedMembers = pgTable(
  'changed_members',
  {
    groupId: whole('group_id').notNull(),
    version: whole('version').notNull(),
    accountId: whole('account_id').notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.version, t.accountId] })],
)

/** Addresses at which a node saw members. */
export const devices = pgTable(
  'devices',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    nodeId: ref('node_id', () => nodes.id).notNull(),
    /** Number of the device on the nodes, if it has a credential of its own; 0: the account's. */
    rowId: whole('row_id').notNull().default(0),
    ip: text('ip').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.nodeId, t.rowId, t.ip] }), index('devices_seen').on(t.seenAt)],
)
