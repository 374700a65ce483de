import { and, asc, count, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { MachineChange, MachineInput } from '@portico/contract/machines-admin'
import { OWN_CERTIFICATE, serves } from '@portico/contract/node-software'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { newSecret } from './node-keys.ts'
import { sealCertificate } from './node-secrets.ts'
import { machineLoads, machines, type MachineRow, nodes } from './nodes.table.ts'

export type MachineWithNodes = { machine: MachineRow; nodeIds: number[] }
type AuditedMachine = Omit<MachineRow, 'load' | 'lastSeenAt'> & { nodeIds: number[] }

/** All machines; `id`: only that one. */
export async function listMachines(db: Db, id: number | null = null): Promise<MachineWithNodes[]> {
  const nodeIds = sql<number[]>`coalesce((select json_agg(n.id order by n.sort, n.id) from ${nodes} n
    where n.machine_id = machines.id and n.deleted_at is null), '[]')`
  return db
    .select({ machine: machines, nodeIds })
    .from(machines)
    .where(id === null ? undefined : eq(machines.id, id))
    .orderBy(asc(machines.id))
}

/** Creates a machine. Returns its secret, which cannot be read again. */
export async function createMachine(
  { transaction, secrets }: Database,
  by: Actor,
  input: MachineInput,
  now: Date,
): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newSecret()
  return transaction(async (tx) => {
    const { node_ids, certificate: given, ...rest } = input
    const values = { ...toColumns(machines, rest), secretHash: hash, createdAt: now }
    const row = writtenRow(await tx.insert(machines).values(values).returning({ id: machines.id }))
    if (given) {
      // Its secret is encrypted for the id.
      const certificate = sealCertificate(secrets, row.id, given, OWN_CERTIFICATE)
      await tx.update(machines).set({ certificate }).where(eq(machines.id, row.id))
    }
    await setNodes(tx, row.id, node_ids)
    await checkServed(tx, row.id)
    await record(tx, by, { action: 'machine.create', entity: 'machine', id: row.id, after: await readMachine(tx, row.id) }, now)
    return { id: row.id, secret }
  })
}

/** Changes a machine; absent fields stay. A node named here leaves its former machine. */
export async function updateMachine(
  { transaction, secrets }: Database,
  by: Actor,
  id: number,
  change: MachineChange,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockMachine(tx, id)
    const { node_ids, certificate: given, ...rest } = change
    const certificate = given && sealCertificate(secrets, id, given, before.certificate)
    const set = { ...toColumns(machines, rest), certificate }
    if (Object.values(set).some((value) => value !== undefined)) await tx.update(machines).set(set).where(eq(machines.id, id))
    if (node_ids) await setNodes(tx, id, node_ids)
    if (node_ids || rest.software || rest.software_version !== undefined) await checkServed(tx, id)
    await record(tx, by, { action: 'machine.update', entity: 'machine', id, before, after: await readMachine(tx, id) }, now)
  })
}

/** Deletes a machine. Its nodes stay, with their own secrets. */
export async function deleteMachine({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockMachine(tx, id)
    await tx.delete(machines).where(eq(machines.id, id))
    await record(tx, by, { action: 'machine.delete', entity: 'machine', id, before }, now)
  })
}

/** Replaces a machine's secret and returns it. The old one ends at the commit. */
export async function rotateMachineSecret({ transaction }: Database, by: Actor, id: number, now: Date): Promise<string> {
  const { secret, hash } = newSecret()
  await transaction(async (tx) => {
    const { secretHash } = await lockMachine(tx, id)
    await tx.update(machines).set({ secretHash: hash }).where(eq(machines.id, id))
    const change = { before: { secret: secretHash }, after: { secret: hash } }
    await record(tx, by, { action: 'machine.rotate_secret', entity: 'machine', id, ...change }, now)
  })
  return secret
}

/** Loads of the last day, oldest first. */
export async function machineLoadsOf(db: Db, id: number, now: Date): Promise<{ at: Date; load: unknown }[]> {
  const since = new Date(now.getTime() - 86_400_000)
  return db
    .select({ at: machineLoads.at, load: machineLoads.load })
    .from(machineLoads)
    .where(and(eq(machineLoads.machineId, id), gte(machineLoads.at, since)))
    .orderBy(asc(machineLoads.at))
}

async function lockMachine(tx: Tx, id: number): Promise<AuditedMachine> {
  await tx.select({ id: machines.id }).from(machines).where(eq(machines.id, id)).for('update')
  return readMachine(tx, id)
}

async function readMachine(tx: Tx, id: number): Promise<AuditedMachine> {
  const found = foundRow(await listMachines(tx, id))
  // Its reports every minute are not changes by an operator.
  const { load: _load, lastSeenAt: _lastSeenAt, ...machine } = found.machine
  return { ...machine, nodeIds: found.nodeIds }
}

async function setNodes(tx: Tx, id: number, nodeIds: number[]): Promise<void> {
  const ids = [...new Set(nodeIds)]
  const [known] = await tx
    .select({ n: count() })
    .from(nodes)
    .where(and(inArray(nodes.id, ids), isNull(nodes.deletedAt)))
  if (known?.n !== ids.length) throw new AppError('node.unknown', { fields: { node_ids: 'node.unknown' } })
  await tx
    .update(nodes)
    .set({ machineId: null })
    .where(and(eq(nodes.machineId, id), notInArray(nodes.id, ids)))
  await tx.update(nodes).set({ machineId: id }).where(inArray(nodes.id, ids))
}

/** Requires that the machine's software serves all its nodes; one it does not serve can stop the others. */
async function checkServed(tx: Tx, id: number): Promise<void> {
  const rows = await tx
    .select({ software: machines.software, version: machines.softwareVersion, settings: nodes.settings })
    .from(nodes)
    .innerJoin(machines, eq(machines.id, nodes.machineId))
    .where(and(eq(nodes.machineId, id), isNull(nodes.deletedAt)))
  if (rows.every(({ software, version, settings }) => serves(software, settings, version))) return
  throw new AppError('node.not_served', { fields: { node_ids: 'node.not_served' } })
}
