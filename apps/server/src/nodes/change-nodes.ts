import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import { serves } from '@portico/contract/node-software'
import type { NodeChange, NodeInput } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { reorder } from '../db/reorder.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { storedTranslations } from '../in-language.ts'
import { newSecret } from './node-keys.ts'
import { beginQuota, judgeQuota } from './node-quota.ts'
import { sealSettings } from './node-secrets.ts'
import { machines, nodeGroups, nodeReports, nodes, type NodeRow } from './nodes.table.ts'
import { findParent, giveKeyToChildren, withKeyOf } from './parent-node.ts'

type NodeWithGroups = NodeRow & { groupIds: number[] }

/** Creates a node. Returns its secret, which cannot be read again. */
export async function createNode(
  { transaction, secrets }: Database,
  by: Actor,
  input: NodeInput,
  now: Date,
): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newSecret()
  return transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(nodes.sort) }).from(nodes)
    const parent = input.parent_id == null ? null : await findParent(tx, input.parent_id, null)
    const settings = parent ? withKeyOf(parent.settings, input.settings) : input.settings
    const id = await nextId(tx)
    await tx
      .insert(nodes)
      .overridingSystemValue()
      .values({
        id,
        ...toColumns(input),
        settings: sealSettings(secrets, id, settings, null),
        secretHash: hash,
        watchedFrom: now,
        createdAt: now,
        sort: (last?.sort ?? 0) + 1,
      })
    await setGroups(tx, id, input.group_ids)
    if (parent) await judgeQuota(tx, parent.id, now)
    await record(tx, by, { action: 'node.create', entity: 'node', id, after: await readNode(tx, id) }, now)
    return { id, secret }
  })
}

/** Changes a node; absent fields stay. Its list of members changes at the commit. */
export async function updateNode({ transaction, secrets }: Database, by: Actor, id: number, change: NodeChange, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockNode(tx, id)
    const parentId = change.parent_id === undefined ? before.parentId : change.parent_id
    const parent = parentId === null ? null : await findParent(tx, parentId, id)
    const given = change.settings ?? (parent ? before.settings : undefined)
    const settings = given && sealSettings(secrets, id, parent ? withKeyOf(parent.settings, given) : given, before.settings)
    if (given) await checkServed(tx, before.machineId, given)
    const set = {
      ...toColumns(change),
      settings,
      watchedFrom: before.state === 'maintenance' && change.state !== undefined ? now : undefined,
    }
    if (Object.values(set).some((value) => value !== undefined)) await tx.update(nodes).set(set).where(eq(nodes.id, id))
    if (change.settings) await giveKeyToChildren(tx, id, change.settings)
    if (change.quota !== undefined || change.parent_id !== undefined) await judgeQuota(tx, parentId ?? id, now)
    if (change.group_ids) await setGroups(tx, id, change.group_ids)
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
    const sides = await reorder(tx, nodes, ids, isNull(nodes.deletedAt))
    await record(tx, by, { action: 'node.sort', entity: 'node', ...sides }, now)
  })
}

/** A machine's software must serve the node: one that it does not serve can stop the others. */
async function checkServed(tx: Tx, machineId: number | null, settings: ProtocolSettings): Promise<void> {
  if (machineId === null) return
  const [machine] = await tx.select({ software: machines.software }).from(machines).where(eq(machines.id, machineId))
  if (machine && !serves(machine.software, settings)) throw new AppError('node.not_served', { fields: { settings: 'node.not_served' } })
}

/** The next node id, needed before the insert, because secrets are encrypted for it. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('nodes', 'id')) as id`)
  return Number(rows[0]?.id)
}

/** Locks a node. Throws `not_found`, also for a deleted one. */
async function lockNode(tx: Tx, id: number): Promise<NodeWithGroups> {
  const isThere = and(eq(nodes.id, id), isNull(nodes.deletedAt))
  const [locked] = await tx.select({ id: nodes.id }).from(nodes).where(isThere).for('update')
  if (!locked) throw new AppError('not_found')
  return readNode(tx, id)
}

async function readNode(tx: Tx, id: number): Promise<NodeWithGroups> {
  const [node] = await tx.select().from(nodes).where(eq(nodes.id, id))
  if (!node) throw new AppError('not_found')
  const inGroups = await tx
    .select({ id: nodeGroups.groupId })
    .from(nodeGroups)
    .where(eq(nodeGroups.nodeId, id))
    .orderBy(asc(nodeGroups.groupId))
  return { ...node, groupIds: inGroups.map((group) => group.id) }
}

/** A node that never reported has no counters. Locked before the node's row, as pushes do. */
async function lockCounters(tx: Tx, id: number) {
  const { up, down, countedSince } = nodeReports
  const [counters] = await tx.select({ up, down, countedSince }).from(nodeReports).where(eq(nodeReports.nodeId, id)).for('update')
  return counters
}

/** Columns of a node; `settings` are encrypted separately, and groups have a table. */
type Columns<Input> = Stored<Omit<Input, 'settings' | 'group_ids'>, NodeRow>

function toColumns(input: NodeInput): Columns<NodeInput>
function toColumns(change: NodeChange): Columns<NodeChange>
function toColumns(input: NodeChange): Columns<NodeChange> {
  return {
    name: input.name,
    translations: storedTranslations(input.translations),
    host: input.host,
    port: input.port,
    serverPort: input.server_port,
    rate: input.rate,
    tags: input.tags,
    state: input.state,
    rateRanges: input.rate_ranges,
    quota: input.quota,
    quotaResetDay: input.quota_reset_day,
    lineSpeed: input.line_speed,
    callAddresses: input.call_addresses,
    parentId: input.parent_id,
  }
}

async function setGroups(db: Db, nodeId: number, groupIds: number[]): Promise<void> {
  await db.delete(nodeGroups).where(eq(nodeGroups.nodeId, nodeId))
  const rows = [...new Set(groupIds)].map((groupId) => ({ nodeId, groupId }))
  if (rows.length === 0) return
  const refusal = new AppError('group.unknown', { fields: { group_ids: 'group.unknown' } })
  await orRefuse(db.insert(nodeGroups).values(rows), isForeignKeyViolation, refusal)
}
