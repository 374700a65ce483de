import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { nodeReports, nodes } from './nodes.table.ts'

/** Contacts closer together count as one, because software pulls and pushes in a row. */
const APART_MS = 10_000

/** When a node went down; a child has its parent's value. Needs a query on `nodes`. */
export const offlineAt = sql<Date | null>`case when ${nodes.parentId} is null then ${nodes.offlineAt}
  else (select p.offline_at from ${nodes} p where p.id = ${nodes.parentId}) end`.mapWith(nodes.offlineAt)

const heardAt = sql<Date | null>`greatest(${nodeReports.lastPullAt}, ${nodeReports.lastPushAt})`.mapWith(nodeReports.lastPullAt)

export type Fallen = { id: number; name: string; silentSince: Date; everHeard: boolean }

/**
 * Marks nodes whose process was silent for `silenceMs`, and returns them. Silence before `listeningSince` does not count: no
 * process listened. A node in maintenance may be silent.
 */
export async function markSilent(
  tx: Tx,
  { now, silenceMs, listeningSince }: { now: Date; silenceMs: number; listeningSince: Date },
): Promise<Fallen[]> {
  const silentSince = sql<Date>`greatest(${nodeReports.lastPullAt}, ${nodeReports.lastPushAt}, ${nodes.watchedFrom}, ${listeningSince}::timestamptz)`
  const fallen = await tx
    .select({ id: nodes.id, name: nodes.name, silentSince: silentSince.mapWith(nodes.watchedFrom), heardAt })
    .from(nodes)
    .leftJoin(nodeReports, eq(nodeReports.nodeId, nodes.id))
    .where(
      and(
        isNull(nodes.parentId),
        isNull(nodes.deletedAt),
        isNull(nodes.offlineAt),
        ne(nodes.state, 'maintenance'),
        lt(silentSince, new Date(now.getTime() - silenceMs)),
      ),
    )
  // Even an empty update would invalidate every profile.
  if (fallen.length > 0)
    await tx
      .update(nodes)
      .set({ offlineAt: now })
      .where(inArray(nodes.id, ids(fallen)))
  return fallen.map(({ id, name, silentSince: since, heardAt: heard }) => ({ id, name, silentSince: since, everHeard: heard !== null }))
}

export type Returned = { id: number; name: string; at: Date }

/**
 * Marks nodes as back after two contacts at most `silenceMs` apart, so that a struggling node does not flap; also nodes that were deleted
 * or became children.
 */
export async function markHeard(tx: Tx, { now, silenceMs }: { now: Date; silenceMs: number }): Promise<Returned[]> {
  const isDown = isNotNull(nodes.offlineAt)
  const apart = sql`${heardAt} - ${nodeReports.heardAgainAt}`
  const ms = (value: number) => sql`${value} * interval '1 millisecond'`
  const back = await tx
    .select({ id: nodes.id, name: nodes.name, at: nodeReports.heardAgainAt })
    .from(nodes)
    .innerJoin(nodeReports, eq(nodeReports.nodeId, nodes.id))
    .where(and(isDown, gte(apart, ms(APART_MS)), sql`${apart} <= ${ms(silenceMs)}`))
  const gone = await tx
    .select({ id: nodes.id, name: nodes.name })
    .from(nodes)
    .where(and(isDown, or(isNotNull(nodes.deletedAt), isNotNull(nodes.parentId))))
  const returned = new Map<number, Returned>()
  for (const { id, name } of gone) returned.set(id, { id, name, at: now })
  for (const { id, name, at } of back) returned.set(id, { id, name, at: at ?? now })
  const returnedIds = [...returned.keys()]
  if (returnedIds.length > 0) {
    await tx.update(nodes).set({ offlineAt: null }).where(inArray(nodes.id, returnedIds))
    await tx.update(nodeReports).set({ heardAgainAt: null }).where(inArray(nodeReports.nodeId, returnedIds))
  }
  await noteFirstContact(tx, sql`${apart} > ${ms(silenceMs)}`)
  return [...returned.values()]
}

/** Records the first contact of nodes that are down, or the first after another silence. */
async function noteFirstContact(tx: Tx, isTooOld: SQL): Promise<void> {
  const heard = await tx
    .select({ id: nodes.id })
    .from(nodes)
    .innerJoin(nodeReports, eq(nodeReports.nodeId, nodes.id))
    .where(and(isNotNull(nodes.offlineAt), or(and(isNull(nodeReports.heardAgainAt), gt(heardAt, nodes.offlineAt)), isTooOld)))
  if (heard.length > 0)
    await tx
      .update(nodeReports)
      .set({ heardAgainAt: heardAt })
      .where(inArray(nodeReports.nodeId, ids(heard)))
}

function ids(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
