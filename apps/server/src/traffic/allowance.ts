import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { AWAY_MS } from '../nodes/node-reports.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { nodeAllowances } from './traffic.table.ts'

/** Bytes per second of one Mbit/s. */
export const BYTES_PER_MBIT = 125_000
/** Reports are irregular: this much may be ahead of the clock at any time. */
const SLACK_MS = 60_000
/** Milliseconds a node in contact may report late. Software pushes at least every ten minutes. */
const BEHIND_MS = 15 * 60_000
/** After an absence, a node's traffic may come until an hour after its return; it reaches back a day. */
const CATCH_UP_MS = 3_600_000
const MAX_AWAY_MS = 24 * 3_600_000

/**
 * Takes a report's raw bytes from what the node's line can have carried since its last report. Returns false and takes nothing if they are
 * more. Time passed counts while it is recent, or while the node was away: a silent night is no credit for a stolen secret.
 */
export async function takeAllowance(tx: Tx, nodeId: number, given: { bytes: number; lineSpeed: number }, now: Date): Promise<boolean> {
  // A repeated or empty report carries nothing, so the node keeps what it may still catch up on.
  if (given.bytes === 0) return true
  const [row] = await tx
    .select({ usedUntil: nodeAllowances.usedUntil, createdAt: nodes.createdAt, contact })
    .from(nodes)
    .leftJoin(nodeAllowances, eq(nodeAllowances.nodeId, nodes.id))
    .leftJoin(nodeReports, eq(nodeReports.nodeId, nodes.id))
    .where(eq(nodes.id, nodeId))
  if (!row) return false
  const from = Math.max(row.usedUntil?.getTime() ?? Math.min(row.createdAt.getTime(), now.getTime()), creditFrom(row.contact, now))
  const next = from + (given.bytes / (given.lineSpeed * BYTES_PER_MBIT)) * 1000
  if (next > now.getTime() + SLACK_MS) return false
  const usedUntil = new Date(next)
  await tx
    .insert(nodeAllowances)
    .values({ nodeId, usedUntil })
    .onConflictDoUpdate({ target: nodeAllowances.nodeId, set: { usedUntil: sql`excluded.used_until` } })
  return true
}

const { nodeId: heardNodeId, lastPullAt, lastPushAt, awayFrom, awayUntil } = nodeReports
// Drizzle takes a joined row for missing when the first of these is null, so that is the key.
const contact = { heardNodeId, lastPullAt, lastPushAt, awayFrom, awayUntil }
type Contact = Pick<typeof nodeReports.$inferSelect, 'lastPullAt' | 'lastPushAt' | 'awayFrom' | 'awayUntil'>

/** Bytes of the time before this are not accepted any more. */
function creditFrom(heard: Contact | null, now: Date): number {
  const at = now.getTime()
  const heardAt = Math.max(heard?.lastPullAt?.getTime() ?? 0, heard?.lastPushAt?.getTime() ?? 0)
  const isAway = at - heardAt > AWAY_MS
  const returnedAt = heard?.awayUntil?.getTime() ?? 0
  const from = isAway ? heardAt : at - returnedAt <= CATCH_UP_MS ? (heard?.awayFrom?.getTime() ?? at) : at
  return Math.max(at - MAX_AWAY_MS, Math.min(from, at - BEHIND_MS))
}
