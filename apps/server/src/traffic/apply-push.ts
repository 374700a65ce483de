import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { notePush } from '../nodes/node-reports.ts'
import { chargeBatch, despiteDeadlocks, takeTurn, totalOf } from './charge-batch.ts'
import type { Push } from './read-push.ts'
import { trafficBatches } from './traffic.table.ts'

/** Node software repeats a push that was not answered in time: three times, some five to ten seconds apart. */
const REPEAT_MS = 30_000

export type NodePush = {
  nodeId: number
  /** Hundredths. */
  rate: number
  /** Raw bytes the node may carry in its cycle. */
  quota: number | null
  /** The node's own number for this batch; null when it sends none. */
  batchKey: string | null
  /** As it came, to recognise a repetition. */
  body: Buffer
  push: Push
}

/**
 * Charges what a node counted, once, and answers whether this was new. With a batch key a repetition is recognised as long
 * as batches are kept (a week). Without one, the same bytes from the same node within 30 s count once: a repetition that
 * comes later is charged again, and two honest pushes that are equal within 30 s are charged once.
 *
 * Everyone named is charged, entitled to this node or not: the bytes were carried. A member who has just lost a node is
 * still reported by its next push.
 */
export async function applyPush(database: Database, given: NodePush, now: Date, zone: string): Promise<boolean> {
  return despiteDeadlocks(database, (tx) => apply(tx, given, now, zone))
}

async function apply(tx: Tx, given: NodePush, now: Date, zone: string): Promise<boolean> {
  await takeTurn(tx, given.nodeId)
  const { accountIds, ups, downs } = given.push
  const isCharged = accountIds.length > 0 && (await charge(tx, given, now, zone))
  const carried = isCharged ? { up: totalOf(ups), down: totalOf(downs) } : { up: 0, down: 0 }
  await notePush(tx, { nodeId: given.nodeId, quota: given.quota, onlineUsers: accountIds.length, ...carried }, now)
  return isCharged || accountIds.length === 0
}

async function charge(tx: Tx, { nodeId, rate, batchKey, body, push }: NodePush, now: Date, zone: string): Promise<boolean> {
  const bodyHash = createHash('sha256').update(body).digest()
  if (batchKey === null && (await wasJustApplied(tx, nodeId, bodyHash, now))) return false
  return chargeBatch(tx, { nodeId, rate, batchKey, bodyHash, counted: push }, now, zone)
}

async function wasJustApplied(tx: Tx, nodeId: number, bodyHash: Buffer, now: Date): Promise<boolean> {
  const [same] = await tx
    .select({ id: trafficBatches.id })
    .from(trafficBatches)
    .where(
      and(
        eq(trafficBatches.nodeId, nodeId),
        gt(trafficBatches.receivedAt, new Date(now.getTime() - REPEAT_MS)),
        isNull(trafficBatches.batchKey),
        eq(trafficBatches.bodyHash, bodyHash),
      ),
    )
    .limit(1)
  return same !== undefined
}
