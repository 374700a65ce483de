import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { notePush } from '../nodes/node-reports.ts'
import { rowOwners } from '../linked-devices/node-rows.ts'
import { servedBy } from '../nodes/served-by.ts'
import { takeAllowance } from './allowance.ts'
import { chargeBatch, type Counted, holdBatch, retryDeadlocks, int8Array, lockNodeReports, membersOf, totalOf } from './charge-batch.ts'
import { byOwner, growthOf, onlyAccounts, raisedBy } from './cumulative.ts'
import type { Push } from './read-push.ts'
import { nodeBoots } from './traffic.table.ts'

/** A node with more process starts than this in a month has its oldest ones closed. */
const OPEN_BOOTS = 50

export type NodeReport = {
  nodeId: number
  /** Traffic rate in hundredths. */
  rate: number
  /** Raw bytes the node may carry per cycle; null: no limit. */
  quota: number | null
  /** Capacity of the line in Mbit/s. */
  lineSpeed: number
  network: string
  bootId: string
  sequence: number
  /** Cumulative since the node's process started: the whole table, or what changed since the last acknowledged report. */
  counters: Push
  body: Buffer
}

export type Reported =
  /** `isNew`: false for a report that was applied before or overtaken. Entries that are `dropped` or `lowered` charged nothing. */
  | { outcome: 'applied'; applied: number; isNew: boolean; dropped: number; lowered: number }
  /** The process started too long ago: its counters are no longer kept. */
  | { outcome: 'closed' }
  /** More than the line carries: stored, nobody is charged. */
  | { outcome: 'held'; applied: number; bytes: number }
  /** More than the line carries, and too many reports wait: nothing is stored. */
  | { outcome: 'refused'; bytes: number }

/**
 * Charges the growth of a node's cumulative counters exactly once, even if reports are repeated, lost, overtaken or resent after a crash on
 * either side: what was charged is stored in the transaction that charges it. Only members the node serves, or served within the last day,
 * are charged.
 */
export async function applyReport(database: Database, given: NodeReport, now: Date, zone: string): Promise<Reported> {
  return retryDeadlocks(database, (tx) => apply(tx, given, now, zone))
}

async function apply(tx: Tx, given: NodeReport, now: Date, zone: string): Promise<Reported> {
  const { nodeId, rate, quota, lineSpeed, network, bootId, sequence, counters, body } = given
  await lockNodeReports(tx, nodeId)
  const boot = await readBoot(tx, nodeId, bootId)
  if (boot?.isClosed) return { outcome: 'closed' }
  if (boot && sequence <= boot.sequence) return { outcome: 'applied', applied: boot.sequence, isNew: false, dropped: 0, lowered: 0 }

  const known = boot?.known ?? { accountIds: [], ups: [], downs: [] }
  const { grown, lowered } = growthOf(known, counters)
  const ownerOf = await rowOwners(tx, grown.accountIds)
  const owned = ownerOf === null ? grown : byOwner(grown, ownerOf)
  const served = await servedBy(tx, nodeId, owned.accountIds, now)
  const charged = onlyAccounts(owned, (id) => served.get(id) === true)
  const dropped = counters.dropped + grown.accountIds.length - charged.accountIds.length
  const [up, down] = [totalOf(charged.ups), totalOf(charged.downs)]
  const bytes = up + down
  const fits = await takeAllowance(tx, nodeId, { bytes, lineSpeed }, now)

  if (charged.accountIds.length > 0) {
    const bodyHash = createHash('sha256').update(body).digest()
    // Never equal to a node's own batch id: those have no spaces.
    const batch = { nodeId, rate, batchKey: `${bootId} ${sequence}`, bodyHash, network, carried: { up, down }, counted: charged }
    if (fits) await chargeBatch(tx, batch, now, now, zone)
    else if (!(await holdBatch(tx, batch, now, zone))) return { outcome: 'refused', bytes }
  }
  await notePush(tx, { nodeId, quota, onlineUsers: membersOf(owned), up: fits ? up : 0, down: fits ? down : 0 }, now)
  // Growth that was not charged is stored too: a member who joins later pays only for what comes after.
  const next = raisedBy(
    known,
    onlyAccounts(grown, (id) => served.has(ownerOf === null ? id : (ownerOf(id) ?? 0))),
  )
  await writeBoot(tx, { nodeId, bootId, sequence, dropped, lowered }, next, now)
  if (!boot) await closeSurplus(tx, nodeId, now)
  if (!fits) return { outcome: 'held', applied: sequence, bytes }
  return { outcome: 'applied', applied: sequence, isNew: true, dropped, lowered }
}

type Boot = { sequence: number; isClosed: boolean; known: Counted }

async function readBoot(tx: Tx, nodeId: number, bootId: string): Promise<Boot | null> {
  // Read as text, because the driver takes ten times as long to parse arrays.
  const { rows } = await tx.execute<{ sequence: number; closed: boolean; ids: string; ups: string; downs: string }>(sql`
    select sequence, closed_at is not null as closed, account_ids::text as ids, ups::text, downs::text
    from ${nodeBoots} where node_id = ${nodeId} and boot_id = ${bootId}`)
  const [row] = rows
  if (!row) return null
  return {
    sequence: row.sequence,
    isClosed: row.closed,
    known: { accountIds: numbers(row.ids), ups: numbers(row.ups), downs: numbers(row.downs) },
  }
}

function numbers(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}

async function writeBoot(
  tx: Tx,
  { nodeId, bootId, sequence, dropped, lowered }: Pick<NodeReport, 'nodeId' | 'bootId' | 'sequence'> & { dropped: number; lowered: number },
  known: Counted,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${nodeBoots} as b (node_id, boot_id, sequence, account_ids, ups, downs, dropped, lowered, started_at, seen_at)
    values (${nodeId}, ${bootId}, ${sequence}, ${int8Array(known.accountIds)}, ${int8Array(known.ups)}, ${int8Array(known.downs)},
      ${dropped}, ${lowered}, ${now}, ${now})
    on conflict (node_id, boot_id) do update set
      sequence = excluded.sequence, account_ids = excluded.account_ids, ups = excluded.ups, downs = excluded.downs,
      dropped = b.dropped + excluded.dropped, lowered = b.lowered + excluded.lowered, seen_at = excluded.seen_at`)
}

async function closeSurplus(tx: Tx, nodeId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update ${nodeBoots} set closed_at = ${now}, account_ids = '{}', ups = '{}', downs = '{}'
    where node_id = ${nodeId} and boot_id in (
      select boot_id from ${nodeBoots} where node_id = ${nodeId} and closed_at is null order by seen_at desc offset ${OPEN_BOOTS})`)
}
