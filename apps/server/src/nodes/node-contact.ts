import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { nodeReports, nodes } from './nodes.table.ts'

/** A second contact so soon is the same one: software pulls and pushes in a row. */
const APART_MS = 10_000

/** Since when a node is down; a child's parent speaks for it. For a query that joins `nodes`. */
export const offlineAt = sql<Date | null>`case when ${nodes.parentId} is null then ${nodes.offlineAt}
  else (select p.offline_at from ${nodes} p where p.id = ${nodes.parentId}) end`.mapWith(nodes.offlineAt)

const heardAt = sql<Date | null>`greatest(${nodeReports.lastPullAt}, ${nodeReports.lastPushAt})`.mapWith(nodeReports.lastPullAt)

export type Fallen = { id: number; name: string; silentSince: Date; everHeard: boolean }

/**
 * Marks nodes of whose process nothing was heard for `silenceMs`, and answers them. Silence before `listeningSince` does not
 * count: nobody listened. A node in maintenance may be silent.
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
  // Even an update of nothing would have every profile made anew.
  if (fallen.length > 0)
    await tx
      .update(nodes)
      .set({ offlineAt: now })
      .where(inArray(nodes.id, ids(fallen)))
  return fallen.map(({ id, name, silentSince: since, heardAt: heard }) => ({ id, name, silentSince: since, everHeard: heard !== null }))
}

export type Returned = { id: number; name: string; at: Date }

/**
 * Marks nodes that are back: heard twice, no further apart than `silenceMs`. One contact alone is not enough, or a node that
 * struggles would come and go. What is no node of its own any more is no longer down either.
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

/** The first contact of nodes that are down, or the first after another silence. */
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
