import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { isDeadlock } from '../db/sql-errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { notePush } from '../nodes/node-reports.ts'
import { dayKey } from '../subscriptions/calendar.ts'
import { addUsage } from '../subscriptions/change-subscription.ts'
import { billedBytes } from './billed-bytes.ts'
import type { Push } from './read-push.ts'
import { trafficBatches } from './traffic.table.ts'

/** Node software repeats a push that was not answered in time: three times, some five seconds apart. */
const REPEAT_MS = 20_000
const COUNT_AFTER_MS = 2000
const TRIES = 6

export type NodePush = {
  nodeId: number
  /** Hundredths. */
  rate: number
  /** The node's own number for this batch; null when it sends none. */
  batchKey: string | null
  /** As it came, to recognise a repetition. */
  body: Buffer
  push: Push
}

/**
 * Charges what a node counted, once, and answers whether this was new. With a batch key a repetition is recognised as long
 * as batches are kept (a week). Without one, the same bytes from the same node within 20 s count once: a repetition that
 * comes later is charged again, and two honest pushes that are equal within 20 s are charged once.
 *
 * Everyone named is charged, entitled to this node or not: the bytes were carried. A member who has just lost a node is
 * still reported by its next push.
 */
export async function applyPush(database: Database, given: NodePush, now: Date, zone: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((tx) => apply(tx, given, now, zone))
    } catch (error) {
      // Pushes of several nodes name the same members; the update takes their rows in whatever order its plan has.
      if (attempt >= TRIES || !isDeadlock(error)) throw error
    }
  }
}

async function apply(tx: Tx, given: NodePush, now: Date, zone: string): Promise<boolean> {
  // Pushes of one node take turns, so that a repetition sees what it repeats.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('portico.push', ${given.nodeId}))`)
  const isNew = given.push.accountIds.length === 0 || (await charge(tx, given, now, zone))
  await notePush(tx, given.nodeId, given.push.accountIds.length, now)
  return isNew
}

async function charge(tx: Tx, { nodeId, rate, batchKey, body, push }: NodePush, now: Date, zone: string): Promise<boolean> {
  const bodyHash = createHash('sha256').update(body).digest()
  if (batchKey === null && (await wasJustApplied(tx, nodeId, bodyHash, now))) return false
  const { accountIds, ups, downs } = push
  const batch = { nodeId, batchKey, bodyHash, rate, day: dayKey(now, zone), receivedAt: now }
  const rows = { accountIds: int8Array(accountIds), ups: int8Array(ups), downs: int8Array(downs) }
  const added = await tx
    .insert(trafficBatches)
    .values({ ...batch, ...rows })
    .onConflictDoNothing()
    .returning({ id: trafficBatches.id })
  if (added.length === 0) return false
  const billed = (raw: number): number => billedBytes(raw, rate)
  await addUsage(tx, { accountIds, ups: ups.map(billed), downs: downs.map(billed) }, now)
  await enqueue(tx, 'count_traffic', {}, { key: `count_traffic:${nodeId}`, runAt: new Date(now.getTime() + COUNT_AFTER_MS) })
  return true
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

/** Thousands of numbers as one parameter: the driver's own way quotes each of them. */
function int8Array(values: number[]): SQL<number[]> {
  return sql`${`{${values.join(',')}}`}::bigint[]`
}
