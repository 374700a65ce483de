import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { storeSoon } from '../db/store-soon.ts'
import { judgeQuota } from './node-quota.ts'
import { type NodeLoad, nodeReports, nodes } from './nodes.table.ts'

const WRITE_EVERY_MS = 15_000
const GATHER_MS = 20
/** Longest silence that is not stored; traffic carried during a longer one may be reported late. */
export const AWAY_MS = 5 * 60_000
/** Greater numbers are not exact. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER

/**
 * Records that a node has pulled. Written after the answer, several nodes at once, and for each at most every 15 s: that is precise
 * enough to tell five minutes from six.
 */
export function pullNotes({ db }: Database, onError: (error: unknown) => void): (nodeId: number, at: Date) => void {
  const written = new Map<number, number>()
  let waiting = new Map<number, Date>()
  const storing = storeSoon({ afterMs: GATHER_MS, take, store, putBack, onError })

  function take(): Map<number, Date> | null {
    const taken = waiting
    waiting = new Map()
    return taken.size > 0 ? taken : null
  }

  function putBack(taken: Map<number, Date>): void {
    waiting = new Map([...taken, ...waiting])
  }

  async function store(taken: Map<number, Date>): Promise<void> {
    const notes = [...taken].toSorted(([a], [b]) => a - b)
    await db
      .insert(nodeReports)
      .values(notes.map(([nodeId, lastPullAt]) => ({ nodeId, lastPullAt })))
      .onConflictDoUpdate({
        target: nodeReports.nodeId,
        // What waited for the database may be older than what another process has written.
        set: { lastPullAt: sql`greatest(${nodeReports.lastPullAt}, excluded.last_pull_at)`, ...awayUntil(sql`excluded.last_pull_at`) },
      })
  }

  return (nodeId, at) => {
    const last = written.get(nodeId)
    if (last !== undefined && Math.abs(at.getTime() - last) < WRITE_EVERY_MS) return
    written.set(nodeId, at.getTime())
    waiting.set(nodeId, at)
    storing.soon()
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
        ...awayUntil(sql`excluded.last_push_at`),
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

/** The columns of the last absence, with the one that a contact at this moment ends. */
function awayUntil(at: SQL): { awayFrom: SQL; awayUntil: SQL } {
  const heardAt = sql`greatest(${nodeReports.lastPullAt}, ${nodeReports.lastPushAt})`
  const wasAway = sql`${at} - ${heardAt} > ${AWAY_MS} * interval '1 millisecond'`
  return {
    awayFrom: sql`case when ${wasAway} then ${heardAt} else ${nodeReports.awayFrom} end`,
    awayUntil: sql`case when ${wasAway} then ${at} else ${nodeReports.awayUntil} end`,
  }
}

/** Adds bytes (negative: removes) to a node's counters later, and checks its quota again. Ignores bytes from before the last reset. */
export async function addCarried(tx: Tx, nodeId: number, reports: { up: number; down: number; at: Date }[], now: Date): Promise<void> {
  const [report] = await tx.select().from(nodeReports).where(eq(nodeReports.nodeId, nodeId)).for('update')
  if (!report) return
  const since = report.countedSince
  const counted = reports.filter(({ at }) => since === null || at >= since)
  const sum = (had: number, part: 'up' | 'down'): number =>
    Math.min(
      MAX_BYTES,
      Math.max(
        0,
        counted.reduce((total, one) => total + one[part], had),
      ),
    )
  await tx
    .update(nodeReports)
    .set({ up: sum(report.up, 'up'), down: sum(report.down, 'down') })
    .where(eq(nodeReports.nodeId, nodeId))
  await judgeQuota(tx, nodeId, now)
}

/** Stores the load a node reports. */
export async function noteLoad({ db }: Database, nodeId: number, load: NodeLoad): Promise<void> {
  await db.insert(nodeReports).values({ nodeId, load }).onConflictDoUpdate({ target: nodeReports.nodeId, set: { load } })
}
