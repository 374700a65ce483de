import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { isDeadlock } from '../db/sql-errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { dayKey } from '../calendar.ts'
import { addUsage } from '../subscriptions/change-subscription.ts'
import { beginHeldTerms } from '../subscriptions/held-terms.ts'
import { billedBytes } from './billed-bytes.ts'
import { type BatchState, trafficBatches } from './traffic.table.ts'

const COUNT_AFTER_MS = 2000
const TRIES = 6
/** Most held reports of a node. */
const MAX_HELD = 500

/**
 * Raw bytes as parallel arrays, in ascending order of account. `rowIds`: the numbers that the node reported, where devices are among them; then
 * an account may stand there several times.
 */
export type Counted = { accountIds: number[]; ups: number[]; downs: number[]; rowIds?: number[] | null }

export type Batch = {
  nodeId: number
  /** Traffic rate in hundredths. */
  rate: number
  /** Unique among the node's batches; null: none. */
  batchKey: string | null
  bodyHash: Buffer
  /** Network it came from, as limits count it. */
  network: string
  /** Raw bytes for the node's own quota. */
  carried: { up: number; down: number }
  counted: Counted
}

/**
 * Charges a batch and queues it for the statistics, at the time when it was received. The caller has checked that its key was not charged
 * before. A batch counts after a reset of a member exactly if its number is higher than those that the reset saw.
 */
export async function chargeBatch(tx: Tx, batch: Batch, receivedAt: Date, now: Date, zone: string): Promise<void> {
  const { nodeId, rate, counted } = batch
  const { accountIds, ups, downs } = counted
  const billed = (raw: number): number => billedBytes(raw, rate)
  // Numbered while its members are locked: earlier, the number could be lower than one that a reset has seen.
  await addUsage(tx, summed({ accountIds, ups: ups.map(billed), downs: downs.map(billed) }), now)
  await beginHeldTerms(tx, int8Array(accountIds.filter((_, i) => (ups[i] ?? 0) + (downs[i] ?? 0) > 0)), receivedAt, now, zone)
  await insertBatch(tx, batch, { state: 'charged', receivedAt, countedAt: null }, zone)
  await enqueue(tx, 'count_traffic', {}, { key: `count_traffic:${nodeId}`, runAt: new Date(now.getTime() + COUNT_AFTER_MS) })
}

/**
 * Keeps a batch that is more than the node's line carries, until an operator charges or drops it. Returns false, and keeps nothing, when
 * too many of the node's wait already.
 */
export async function holdBatch(tx: Tx, batch: Batch, now: Date, zone: string): Promise<boolean> {
  const waiting = and(isNull(trafficBatches.countedAt), eq(trafficBatches.state, 'held'), eq(trafficBatches.nodeId, batch.nodeId))
  if ((await tx.$count(trafficBatches, waiting)) >= MAX_HELD) return false
  // With nobody to charge there is nothing to decide.
  const isEmpty = batch.counted.accountIds.length === 0
  await insertBatch(tx, batch, { state: isEmpty ? 'dropped' : 'held', receivedAt: now, countedAt: isEmpty ? now : null }, zone)
  return true
}

async function insertBatch(
  tx: Tx,
  { nodeId, batchKey, bodyHash, rate, network, carried, counted }: Batch,
  { state, receivedAt, countedAt }: { state: BatchState; receivedAt: Date; countedAt: Date | null },
  zone: string,
): Promise<void> {
  const row = { nodeId, batchKey, bodyHash, rate, network, state, receivedAt, countedAt, carriedUp: carried.up, carriedDown: carried.down }
  const arrays = { accountIds: int8Array(counted.accountIds), ups: int8Array(counted.ups), downs: int8Array(counted.downs) }
  const rowIds = counted.rowIds ? int8Array(counted.rowIds) : null
  await tx.insert(trafficBatches).values({ ...row, day: dayKey(receivedAt, zone), ...arrays, rowIds })
}

/** Each account once. */
function summed({ accountIds, ups, downs }: Counted): Counted {
  const sum: Counted = { accountIds: [], ups: [], downs: [] }
  for (const [i, id] of accountIds.entries()) {
    const last = sum.accountIds.length - 1
    if (sum.accountIds[last] !== id) {
      sum.accountIds.push(id)
      sum.ups.push(ups[i] ?? 0)
      sum.downs.push(downs[i] ?? 0)
      continue
    }
    sum.ups[last] = (sum.ups[last] ?? 0) + (ups[i] ?? 0)
    sum.downs[last] = (sum.downs[last] ?? 0) + (downs[i] ?? 0)
  }
  return sum
}

/** Locks a node's reports, so that a repeated report finds the stored one. */
export async function lockNodeReports(tx: Tx, nodeId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('portico.push', ${nodeId}))`)
}

/**
 * Runs one transaction, and again after a deadlock: several nodes report the same members, and an update locks their rows in no fixed
 * order.
 */
export async function retryDeadlocks<T>({ transaction }: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      if (attempt >= TRIES || !isDeadlock(error)) throw error
    }
  }
}

/** Thousands of numbers as one parameter: the driver would quote each of them. */
export function int8Array(values: number[]): SQL<number[]> {
  return sql`${`{${values.join(',')}}`}::bigint[]`
}

/** How many members these are. */
export function membersOf({ accountIds, rowIds }: Counted): number {
  return rowIds ? new Set(accountIds).size : accountIds.length
}

/** The sum of a list, capped at what a number holds exactly. */
export function totalOf(bytes: number[]): number {
  return Math.min(
    Number.MAX_SAFE_INTEGER,
    bytes.reduce((sum, one) => sum + one, 0),
  )
}
