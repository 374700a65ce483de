import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { notePush } from '../nodes/node-reports.ts'
import { strangersTo } from '../nodes/served-by.ts'
import { chargeBatch, type Counted, despiteDeadlocks, takeTurn, totalOf } from './charge-batch.ts'
import { only } from './cumulative.ts'
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
type Applied = { isNew: boolean; foreign: number }

/**
 * Charges what a node counted, once: whether this was new, and how many named members were passed over. With a batch key a
 * repetition is recognised as long as batches are kept (a week). Without one, the same bytes from the same node within 30 s count once: a repetition that
 * comes later is charged again, and two honest pushes that are equal within 30 s are charged once.
 *
 * Only members the node serves, or served within the last day, are charged; their term and quota do not matter, the bytes were
 * carried. A member who has just lost a node is still reported by its next push.
 */
export async function applyPush(database: Database, given: NodePush, now: Date, zone: string): Promise<Applied> {
  return despiteDeadlocks(database, (tx) => apply(tx, given, now, zone))
}

async function apply(tx: Tx, given: NodePush, now: Date, zone: string): Promise<Applied> {
  const { nodeId, quota, push } = given
  await takeTurn(tx, nodeId)
  const strangers = await strangersTo(tx, nodeId, push.accountIds, now)
  const counted = strangers.size === 0 ? push : only(push, (id) => !strangers.has(id))
  const isCharged = push.accountIds.length > 0 && (await charge(tx, given, counted, now, zone))
  // The node carried the others' bytes as well: its own quota knows of all.
  const carried = isCharged ? { up: totalOf(push.ups), down: totalOf(push.downs) } : { up: 0, down: 0 }
  await notePush(tx, { nodeId, quota, onlineUsers: counted.accountIds.length, ...carried }, now)
  return { isNew: isCharged || push.accountIds.length === 0, foreign: strangers.size }
}

async function charge(tx: Tx, { nodeId, rate, batchKey, body }: NodePush, counted: Counted, now: Date, zone: string): Promise<boolean> {
  const bodyHash = createHash('sha256').update(body).digest()
  if (batchKey === null && (await wasJustApplied(tx, nodeId, bodyHash, now))) return false
  return chargeBatch(tx, { nodeId, rate, batchKey, bodyHash, counted }, now, zone)
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
