import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { machineLoads, machines, nodes } from './nodes.table.ts'

/** Nodes that a machine runs, in order. Children are left out, because they have no process. */
export async function nodesOfMachine({ db }: Database, machineId: number): Promise<{ id: number; type: string; name: string }[]> {
  const rows = await db
    .select({ id: nodes.id, settings: nodes.settings, name: nodes.name })
    .from(nodes)
    .where(and(eq(nodes.machineId, machineId), isNull(nodes.parentId), isNull(nodes.deletedAt)))
    .orderBy(asc(nodes.sort), asc(nodes.id))
  return rows.map(({ id, settings, name }) => ({ id, type: settings.protocol, name }))
}

/** Records that a machine called, and its load if it sent one. */
export async function noteMachine({ transaction }: Database, id: number, load: object | null, at: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx
      .update(machines)
      .set({ lastSeenAt: at, ...(load ? { load } : {}) })
      .where(eq(machines.id, id))
    if (load) await tx.insert(machineLoads).values({ machineId: id, at, load }).onConflictDoNothing()
  })
}
