import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { isDeadlock } from '../db/sql-errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { dayKey } from '../calendar.ts'
import { addUsage } from '../subscriptions/change-subscription.ts'
import { billedBytes } from './billed-bytes.ts'
import { trafficBatches } from './traffic.table.ts'

const COUNT_AFTER_MS = 2000
const TRIES = 6

/** Raw bytes by member, as parallel arrays in ascending order of account. */
export type Counted = { accountIds: number[]; ups: number[]; downs: number[] }

export type Batch = {
  nodeId: number
  /** Hundredths. */
  rate: number
  /** Unique among the node's batches; null: none. */
  batchKey: string | null
  bodyHash: Buffer
  counted: Counted
}

/** Charges a batch and queues it for the statistics. The caller has checked that its key was not charged before. */
export async function chargeBatch(tx: Tx, batch: Batch, now: Date, zone: string): Promise<void> {
  const { nodeId, rate, batchKey, bodyHash, counted } = batch
  const { accountIds, ups, downs } = counted
  const row = { nodeId, batchKey, bodyHash, rate, day: dayKey(now, zone), receivedAt: now }
  const arrays = { accountIds: int8Array(accountIds), ups: int8Array(ups), downs: int8Array(downs) }
  await tx.insert(trafficBatches).values({ ...row, ...arrays })
  const billed = (raw: number): number => billedBytes(raw, rate)
  await addUsage(tx, { accountIds, ups: ups.map(billed), downs: downs.map(billed) }, now)
  await enqueue(tx, 'count_traffic', {}, { key: `count_traffic:${nodeId}`, runAt: new Date(now.getTime() + COUNT_AFTER_MS) })
}

/** One report of a node at a time, so that a repetition sees what it repeats. */
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

/** The sum of a list, capped at what a number holds exactly. */
export function totalOf(bytes: number[]): number {
  return Math.min(
    Number.MAX_SAFE_INTEGER,
    bytes.reduce((sum, one) => sum + one, 0),
  )
}
