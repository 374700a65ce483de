import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { nodeAllowances } from './traffic.table.ts'

/** No node carries more: 10 GB/s is an 80 Gbit/s line. */
export const MAX_BYTES_PER_SECOND = 10_000_000_000
/** Reports are irregular: this much may be ahead of the clock at any time. */
const SLACK_MS = 60_000

/**
 * Takes a report's raw bytes from what the node can have carried since its last report or its creation. Returns false and takes nothing if
 * they are more. Together, all reports stay below the line's speed.
 */
export async function takeAllowance(tx: Tx, nodeId: number, bytes: number, now: Date): Promise<boolean> {
  // A repeated or empty report carries nothing, so the node keeps what it may still catch up on.
  if (bytes === 0) return true
  const [row] = await tx
    .select({ usedUntil: nodeAllowances.usedUntil, createdAt: nodes.createdAt })
    .from(nodes)
    .leftJoin(nodeAllowances, eq(nodeAllowances.nodeId, nodes.id))
    .where(eq(nodes.id, nodeId))
  if (!row) return false
  const from = row.usedUntil?.getTime() ?? Math.min(row.createdAt.getTime(), now.getTime())
  const next = from + (bytes / MAX_BYTES_PER_SECOND) * 1000
  if (next > now.getTime() + SLACK_MS) return false
  // The unused part expires: otherwise a stolen secret could go on to spend a year of it.
  const usedUntil = new Date(Math.max(next, now.getTime()))
  await tx
    .insert(nodeAllowances)
    .values({ nodeId, usedUntil })
    .onConflictDoUpdate({ target: nodeAllowances.nodeId, set: { usedUntil: sql`excluded.used_until` } })
  return true
}
