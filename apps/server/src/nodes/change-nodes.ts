import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import { serves } from '@portico/contract/node-software'
import { NO_ROUTING } from '@portico/contract/node-routing'
import type { NodeAlias } from '@portico/contract/node-aliases'
import type { NodeChange, NodeInput } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { lockOrder, reorder } from '../db/reorder.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError, foundRow } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { newSecret } from './node-keys.ts'
import { sealRouting } from './old-panel/node-routing.ts'
import { aliasesOf, setAliases } from './old-panel/set-aliases.ts'
import { beginQuota, judgeQuota } from './node-quota.ts'
import { sealSettings } from './node-secrets.ts'
import { machines, nodeGroups, nodeReports, nodes, type NodeRow } from './nodes.table.ts'
import { findParent, giveKeyToChildren, withKeyOf } from './parent-node.ts'

type NodeWithGroups = NodeRow & { groupIds: number[]; aliases: NodeAlias[] }

/** Creates a node. Returns its secret, which cannot be read again. */
export async function createNode(
  { transaction, secrets }: Database,
  by: Actor,
  input: NodeInput,
  now: Date,
): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newSecret()
  return transaction(async (tx) => {
    const { group_ids, aliases = [], routing = NO_ROUTING, settings: entered, ...rest } = input
    const [last] = await tx.select({ sort: max(nodes.sort) }).from(nodes)
    const parent = input.parent_id == null ? null : await findParent(tx, input.parent_id, null)
    const settings = parent ? withKeyOf(parent.settings, entered) : entered
    const id = await nextId(tx)
    await tx
      .insert(nodes)
      .overridingSystemValue()
      .values({
        id,
        ...toColumns(nodes, rest),
        settings: sealSettings(secrets, id, settings, null),
        routingConfig: sealRouting(secrets, id, routing, null),
        secretHash: hash,
        watchedFrom: now,
        createdAt: now,
        sort: (last?.sort ?? 0) + 1,
      })
    await setGroups(tx, id, group_ids)
    await setAliases(tx, id, aliases)
    if (parent) await judgeQuota(tx, parent.id, now)
    await record(tx, by, { action: 'node.create', entity: 'node', id, after: await readNode(tx, id) }, now)
    return { id, secret }
  })
}

/** Changes a node; absent fields stay. Its list of members changes at the commit. */
export async function updateNode({ transaction, secrets }: Database, by: Actor, id: number, change: NodeChange, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { group_ids, aliases, routing, settings: entered, ...rest } = change
    const before = await lockNode(tx, id)
    const parentId = change.parent_id === undefined ? before.parentId : change.parent_id
    const parent = parentId === null ? null : await findParent(tx, parentId, id)
    const given = entered ?? (parent ? before.settings : undefined)
    const settings = given && sealSettings(secrets, id, parent ? withKeyOf(parent.settings, given) : given, before.settings)
    if (given) await checkServed(tx, before.machineId, given)
    const set = {
      ...toColumns(nodes, rest),
      settings,
      routingConfig: routing && sealRouting(secrets, id, routing, before.routingConfig),
      watchedFrom: before.state === 'maintenance' && change.state !== undefined ? now : undefined,
    }
    if (Object.values(set).some((value) => value !== undefined)) await tx.update(nodes).set(set).where(eq(nodes.id, id))
    if (entered) await giveKeyToChildren(tx, id, entered)
    if (change.quota !== undefined || change.parent_id !== undefined) await judgeQuota(tx, parentId ?? id, now)
    if (group_ids) await setGroups(tx, id, group_ids)
    if (aliases) await setAliases(tx, id, aliases)
    await record(tx, by, { action: 'node.update', entity: 'node', id, before, after: await readNode(tx, id) }, now)
  })
}

/**
 * Hides the node and disables its secret; the row stays for the traffic history. Its children become nodes of
 * their own and keep their keys.
 */
export async function deleteNode({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockNode(tx, id)
    await tx.update(nodes).set({ deletedAt: now, machineId: null }).where(eq(nodes.id, id))
    await tx.update(nodes).set({ parentId: null }).where(eq(nodes.parentId, id))
    await tx.delete(nodeGroups).where(eq(nodeGroups.nodeId, id))
    await setAliases(tx, id, [])
    await record(tx, by, { action: 'node.delete', entity: 'node', id, before }, now)
  })
}

/** Replaces a node's secret and returns it. The old one ends at the commit. */
export async function rotateSecret({ transaction }: Database, by: Actor, id: number, now: Date): Promise<string> {
  const { secret, hash } = newSecret()
  await transaction(async (tx) => {
    const { secretHash } = await lockNode(tx, id)
    await tx.update(nodes).set({ secretHash: hash }).where(eq(nodes.id, id))
    const change = { before: { secret: secretHash }, after: { secret: hash } }
    await record(tx, by, { action: 'node.rotate_secret', entity: 'node', id, ...change }, now)
  })
  return secret
}

/** Sets the node's own counters to zero; a node whose quota was used up returns to subscriptions. */
export async function resetQuota({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const counted = await lockCounters(tx, id)
    const { exhaustedAt } = await lockNode(tx, id)
    await beginQuota(tx, [id], now)
    const zero = counted && { up: 0, down: 0, countedSince: now }
    const change = { before: { ...counted, exhaustedAt }, after: { ...zero, exhaustedAt: null } }
    await record(tx, by, { action: 'node.reset_quota', entity: 'node', id, ...change }, now)
  })
}

/** Puts the given nodes in this order. */
export async function sortNodes({ transaction }: Database, by: Actor, ids: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(tx, nodes)
    const all = await tx.select({ id: nodes.id }).from(nodes).where(isNull(nodes.deletedAt)).orderBy(asc(nodes.sort), asc(nodes.id))
    // The list shows them page by page: those of one page change places among themselves.
    const [asked, there] = [new Set(ids), new Set(all.map(({ id }) => id))]
    const moved = [...asked].filter((id) => there.has(id))
    const order = all.map(({ id }) => (asked.has(id) ? (moved.shift() ?? id) : id))
    const sides = await reorder(tx, nodes, order, isNull(nodes.deletedAt))
    await record(tx, by, { action: 'node.sort', entity: 'node', ...sides }, now)
  })
}

/** A machine's software must serve the node: one that it does not serve can stop the others. */
async function checkServed(tx: Tx, machineId: number | null, settings: ProtocolSettings): Promise<void> {
  if (machineId === null) return
  const [machine] = await tx
    .select({ software: machines.software, version: machines.softwareVersion })
    .from(machines)
    .where(eq(machines.id, machineId))
  if (machine && !serves(machine.software, settings, machine.version))
    throw new AppError('node.not_served', { fields: { settings: 'node.not_served' } })
}

/** The next node id, needed before the insert, because secrets are encrypted for it. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('nodes', 'id')) as id`)
  return Number(rows[0]?.id)
}

/** Locks a node. Throws `not_found`, also for a deleted one. */
async function lockNode(tx: Tx, id: number): Promise<NodeWithGroups> {
  const isThere = and(eq(nodes.id, id), isNull(nodes.deletedAt))
  foundRow(await tx.select({ id: nodes.id }).from(nodes).where(isThere).for('update'))
  return readNode(tx, id)
}

async function readNode(tx: Tx, id: number): Promise<NodeWithGroups> {
  const node = foundRow(await tx.select().from(nodes).where(eq(nodes.id, id)))
  const inGroups = await tx
    .select({ id: nodeGroups.groupId })
    .from(nodeGroups)
    .where(eq(nodeGroups.nodeId, id))
    .orderBy(asc(nodeGroups.groupId))
  return { ...node, groupIds: inGroups.map((group) => group.id), aliases: await aliasesOf(tx, id) }
}

/** A node that never reported has no counters. Locked before the node's row, as pushes do. */
async function lockCounters(tx: Tx, id: number) {
  const { up, down, countedSince } = nodeReports
  const [counters] = await tx.select({ up, down, countedSince }).from(nodeReports).where(eq(nodeReports.nodeId, id)).for('update')
  return counters
}

async function setGroups(db: Db, nodeId: number, groupIds: number[]): Promise<void> {
  await db.delete(nodeGroups).where(eq(nodeGroups.nodeId, nodeId))
  const rows = [...new Set(groupIds)].map((groupId) => ({ nodeId, groupId }))
  if (rows.length === 0) return
  const refusal = new AppError('group.unknown', { fields: { group_ids: 'group.unknown' } })
  await orRefuse(db.insert(nodeGroups).values(rows), isForeignKeyViolation, refusal)
}
