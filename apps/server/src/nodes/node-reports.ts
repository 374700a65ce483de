import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { type NodeLoad, nodeReports, nodes } from './nodes.table.ts'

const WRITE_EVERY_MS = 15_000
const GATHER_MS = 20
/** Greater numbers are not exact. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER

/**
 * Records that a node has pulled. Written after the answer, several nodes at once, and for each at most every 15 s: that is precise
 * enough to tell five minutes from six.
 */
export function pullNotes({ db }: Database, onError: (error: unknown) => void): (nodeId: number, at: Date) => void {
  const written = new Map<number, number>()
  let waiting = new Map<number, Date>()

  async function write(): Promise<void> {
    const notes = [...waiting].toSorted(([a], [b]) => a - b)
    waiting = new Map()
    try {
      await db
        .insert(nodeReports)
        .values(notes.map(([nodeId, lastPullAt]) => ({ nodeId, lastPullAt })))
        .onConflictDoUpdate({ target: nodeReports.nodeId, set: { lastPullAt: sql`excluded.last_pull_at` } })
    } catch (error) {
      for (const [nodeId] of notes) written.delete(nodeId)
      onError(error)
    }
  }

  return (nodeId, at) => {
    const last = written.get(nodeId)
    if (last !== undefined && Math.abs(at.getTime() - last) < WRITE_EVERY_MS) return
    written.set(nodeId, at.getTime())
    if (waiting.size === 0) setTimeout(() => void write(), GATHER_MS).unref()
    waiting.set(nodeId, at)
  }
}

export type Carried = { nodeId: number; quota: number | null; onlineUsers: number; up: number; down: number }

/**
 * Records a push: how many members it named, and its bytes for the node's own quota. Above the quota the node leaves subscriptions.
 */
export async function notePush(tx: Tx, { nodeId, quota, onlineUsers, up, down }: Carried, at: Date): Promise<void> {
  const [total] = await tx
    .insert(nodeReports)
    .values({ nodeId, lastPushAt: at, onlineUsers, up, down, countedSince: at })
    .onConflictDoUpdate({
      target: nodeReports.nodeId,
      set: {
        lastPushAt: at,
        onlineUsers,
        up: sql`least(${nodeReports.up} + excluded.up, ${MAX_BYTES})`,
        down: sql`least(${nodeReports.down} + excluded.down, ${MAX_BYTES})`,
        countedSince: sql`coalesce(${nodeReports.countedSince}, excluded.counted_since)`,
      },
    })
    .returning({ up: nodeReports.up, down: nodeReports.down })
  if (quota === null || !total || total.up + total.down < quota) return
  const isNews = and(or(eq(nodes.id, nodeId), eq(nodes.parentId, nodeId)), isNull(nodes.exhaustedAt))
  // Even an empty update would invalidate every profile.
  const news = await tx.select({ id: nodes.id }).from(nodes).where(isNews).limit(1)
  if (news.length > 0) await tx.update(nodes).set({ exhaustedAt: at }).where(isNews)
}

/** Stores the load a node reports. */
export async function noteLoad({ db }: Database, nodeId: number, load: NodeLoad): Promise<void> {
  await db.insert(nodeReports).values({ nodeId, load }).onConflictDoUpdate({ target: nodeReports.nodeId, set: { load } })
}
