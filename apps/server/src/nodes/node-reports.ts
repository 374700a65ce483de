import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { nodeReports } from './nodes.table.ts'

const WRITE_EVERY_MS = 15_000
const GATHER_MS = 20

/**
 * Notes that a node has pulled. Written behind the answer, several nodes at once, and for each at most every 15 s: the
 * figure only has to tell five minutes from six.
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

/** Notes a push and how many members it named. */
export async function notePush(tx: Tx, nodeId: number, onlineUsers: number, at: Date): Promise<void> {
  const report = { lastPushAt: at, onlineUsers }
  await tx
    .insert(nodeReports)
    .values({ nodeId, ...report })
    .onConflictDoUpdate({ target: nodeReports.nodeId, set: report })
}

/** Keeps the load a node reports of itself. */
export async function noteLoad({ db }: Database, nodeId: number, load: unknown): Promise<void> {
  await db.insert(nodeReports).values({ nodeId, load }).onConflictDoUpdate({ target: nodeReports.nodeId, set: { load } })
}
