import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, like, lt, or } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { notePush } from '../nodes/node-reports.ts'
import { rowOwners } from '../linked-devices/node-rows.ts'
import { notServedBy } from '../nodes/served-by.ts'
import { takeAllowance } from './allowance.ts'
import { chargeBatch, holdBatch, membersOf, retryDeadlocks, lockNodeReports, totalOf } from './charge-batch.ts'
import { byOwner, onlyAccounts } from './cumulative.ts'
import type { Push } from './read-push.ts'
import { trafficBatches } from './traffic.table.ts'

/** Node software repeats a push that was not answered in time: three times, some five to ten seconds apart. */
const REPEAT_MS = 30_000

export type NodePush = {
  nodeId: number
  /** Traffic rate in hundredths. */
  rate: number
  /** Raw bytes the node may carry per cycle; null: no limit. */
  quota: number | null
  /** Capacity of the line in Mbit/s. */
  lineSpeed: number
  network: string
  /** The node's own number for this batch; null if it sends none. */
  batchKey: string | null
  /** Key in place of `batchKey`; begins with a space, as no node's own does. */
  ownKey: string
  receivedAt: Date
  /** The bytes received, to recognise a repetition. */
  body: Buffer
  push: Push
}
type Applied =
  /** `isNew`: false for a repetition. `foreign`: how many members were skipped because the node does not serve them. */
  | { outcome: 'applied'; isNew: boolean; foreign: number }
  /** More than the line carries: stored, nobody is charged. `isKept`: false if too many wait. */
  | { outcome: 'held'; bytes: number; isKept: boolean }

/**
 * Charges what a node counted, once. With a batch key, a repetition is recognised while batches are kept (a week). Without one, equal bytes
 * from the same node within 30 s count once: a later repetition is charged again, and two honest, equal pushes are charged once. May be
 * called again with the same push.
 *
 * Only members the node serves, or served within the last day, are charged: a node's next push still reports a member it has just lost.
 * Their term and quota do not matter, because the bytes were carried. A push of more than the node's line carries is held.
 */
export async function applyPush(database: Database, given: NodePush, now: Date, zone: string): Promise<Applied> {
  return retryDeadlocks(database, (tx) => apply(tx, given, now, zone))
}

async function apply(tx: Tx, { body, push, ...node }: NodePush, now: Date, zone: string): Promise<Applied> {
  const { nodeId, rate, quota, lineSpeed, network, ownKey, receivedAt } = node
  const batchKey = node.batchKey ?? ownKey
  await lockNodeReports(tx, nodeId)
  const bodyHash = createHash('sha256').update(body).digest()
  const isNew = push.accountIds.length === 0 || !(await isRepeated(tx, { ...node, bodyHash }))
  // The line also carried the bytes of members who are not charged, so they count towards the node's own quota.
  const carried = isNew ? { up: totalOf(push.ups), down: totalOf(push.downs) } : { up: 0, down: 0 }
  const bytes = carried.up + carried.down
  const fits = await takeAllowance(tx, nodeId, { bytes, lineSpeed }, now)

  const ownerOf = await rowOwners(tx, push.accountIds)
  const owned = ownerOf === null ? push : byOwner(push, ownerOf)
  const strangers = await notServedBy(tx, nodeId, owned.accountIds, now)
  const counted = strangers.size === 0 ? owned : onlyAccounts(owned, (id) => !strangers.has(id))
  const batch = { nodeId, rate, batchKey, bodyHash, network, carried, counted }
  if (!fits) {
    await notePush(tx, { nodeId, quota, onlineUsers: membersOf(counted), up: 0, down: 0 }, now)
    return { outcome: 'held', bytes, isKept: await holdBatch(tx, batch, now, zone) }
  }
  if (isNew && push.accountIds.length > 0) await chargeBatch(tx, batch, receivedAt, now, zone)
  await notePush(tx, { nodeId, quota, onlineUsers: membersOf(counted), ...carried }, now)
  return { outcome: 'applied', isNew, foreign: push.accountIds.length - counted.accountIds.length }
}

/** Whether the push was applied before. The node's lock prevents simultaneous copies. */
async function isRepeated(
  tx: Tx,
  { nodeId, batchKey, ownKey, bodyHash, receivedAt }: Omit<NodePush, 'body' | 'push'> & { bodyHash: Buffer },
): Promise<boolean> {
  const { batchKey: key, receivedAt: at } = trafficBatches
  const around = (ms: number): Date => new Date(receivedAt.getTime() + ms)
  // On both sides: what waited for the database may come after its own repetition.
  const justNow = and(
    gt(at, around(-REPEAT_MS)),
    lt(at, around(REPEAT_MS)),
    or(isNull(key), like(key, ' %')),
    eq(trafficBatches.bodyHash, bodyHash),
  )
  const [same] = await tx
    .select({ id: trafficBatches.id })
    .from(trafficBatches)
    .where(and(eq(trafficBatches.nodeId, nodeId), batchKey === null ? or(eq(key, ownKey), justNow) : eq(key, batchKey)))
    .limit(1)
  return same !== undefined
}
