import { and, asc, count, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { MachineInput } from '@portico/contract/machines-admin'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { newSecret } from './node-keys.ts'
import { machineLoads, machines, type MachineRow, nodes } from './nodes.table.ts'

export type MachineWithNodes = { machine: MachineRow; nodeIds: number[] }

/** All machines, or the one asked for. */
export async function listMachines(db: Db, id: number | null = null): Promise<MachineWithNodes[]> {
  const nodeIds = sql<number[]>`coalesce((select json_agg(n.id order by n.sort, n.id) from ${nodes} n
    where n.machine_id = machines.id and n.deleted_at is null), '[]')`
  return db
    .select({ machine: machines, nodeIds })
    .from(machines)
    .where(id === null ? undefined : eq(machines.id, id))
    .orderBy(asc(machines.id))
}

/** Answers the secret, which is kept nowhere. */
export async function createMachine(tx: Tx, input: MachineInput): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newSecret()
  const { name, notes, is_active: isActive } = input
  const [row] = await tx.insert(machines).values({ name, notes, isActive, secretHash: hash }).returning({ id: machines.id })
  if (!row) throw new Error('insert returned no row')
  await setNodes(tx, row.id, input.node_ids)
  return { id: row.id, secret }
}

/** Absent fields stay. A node has one machine: one that is named here leaves the machine it had. */
export async function updateMachine(tx: Tx, id: number, change: Partial<MachineInput>): Promise<void> {
  await lockMachine(tx, id)
  const { name, notes, is_active: isActive, node_ids } = change
  const set = Object.fromEntries(Object.entries({ name, notes, isActive }).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length > 0) await tx.update(machines).set(set).where(eq(machines.id, id))
  if (node_ids) await setNodes(tx, id, node_ids)
}

/** Its nodes stay, and answer to their own secrets. */
export async function deleteMachine(tx: Tx, id: number): Promise<void> {
  await lockMachine(tx, id)
  await tx.delete(machines).where(eq(machines.id, id))
}

/** The old secret stops with the commit. */
export async function rotateMachineSecret(tx: Tx, id: number): Promise<string> {
  await lockMachine(tx, id)
  const { secret, hash } = newSecret()
  await tx.update(machines).set({ secretHash: hash }).where(eq(machines.id, id))
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

async function lockMachine(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.select({ id: machines.id }).from(machines).where(eq(machines.id, id)).for('update')
  if (!row) throw new AppError('not_found')
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
