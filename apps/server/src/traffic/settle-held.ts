import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { AppError, foundRow } from '../errors.ts'
import { addCarried } from '../nodes/node-reports.ts'
import { type NamedNode, nodes } from '../nodes/nodes.table.ts'
import { chargeBatch, retryDeadlocks, totalOf } from './charge-batch.ts'
import { type BatchState, trafficBatches } from './traffic.table.ts'

export type HeldBatch = {
  id: number
  nodeId: number
  node: NamedNode
  batchKey: string | null
  network: string
  members: number
  up: number
  down: number
  receivedAt: Date
}
const isHeld = and(eq(trafficBatches.state, 'held'), isNull(trafficBatches.countedAt))

/** Reports that wait for a decision, oldest first. */
export async function listHeld(db: Db, paging: Paging): Promise<Page<HeldBatch>> {
  const { id, nodeId, batchKey, network, receivedAt, accountIds, ups, downs } = trafficBatches
  const node = { name: nodes.name, translations: nodes.translations }
  const found = db
    .select({ id, nodeId, node, batchKey, network, receivedAt, accountIds, ups, downs })
    .from(trafficBatches)
    .innerJoin(nodes, eq(nodes.id, nodeId))
    .where(isHeld)
    .$dynamic()
  const { items, ...count } = await readPage(db, found, [asc(id)], paging)
  return {
    items: items.map(({ accountIds: ids, ups: allUp, downs: allDown, ...row }) => {
      return { ...row, members: new Set(ids).size, up: totalOf(allUp), down: totalOf(allDown) }
    }),
    ...count,
  }
}

/**
 * Charges a held report as of the time when it came, or drops it. The same decision may be made twice; another one throws
 * `report.settled`.
 */
export async function settleHeld(
  database: Database,
  by: Actor,
  id: number,
  { action, reason }: { action: 'charge' | 'drop'; reason: string },
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  await retryDeadlocks(database, async (tx) => {
    const batch = foundRow(await tx.select().from(trafficBatches).where(eq(trafficBatches.id, id)).for('update'))
    const state: BatchState = action === 'charge' ? 'released' : 'dropped'
    if (batch.state === state) return
    if (batch.state === 'charged' || batch.state === 'undone') throw new AppError('not_found')
    if (batch.state !== 'held') throw new AppError('report.settled')
    await tx.update(trafficBatches).set({ state, countedAt: now }).where(eq(trafficBatches.id, id))
    if (action === 'charge') await release(tx, batch, { now, zone })
    const bytes = totalOf([...batch.ups, ...batch.downs])
    const settled = { report: id, batch: batch.batchKey, members: new Set(batch.accountIds).size, bytes }
    const change = { before: { state: 'held' }, after: { state, ...settled } }
    await record(tx, by, { action: `node.${action}_held`, entity: 'node', id: batch.nodeId, ...change, reason }, now)
  })
}

/** Charges a held report as a new batch, whose number shows that it follows resets since. */
async function release(tx: Tx, batch: typeof trafficBatches.$inferSelect, { now, zone }: { now: Date; zone: string }): Promise<void> {
  const { nodeId, rate, bodyHash, network, accountIds, ups, downs, rowIds, receivedAt } = batch
  const carried = { up: batch.carriedUp, down: batch.carriedDown }
  const counted = { accountIds, ups, downs, rowIds }
  await chargeBatch(tx, { nodeId, rate, batchKey: null, bodyHash, network, carried, counted }, receivedAt, now, zone)
  await addCarried(tx, nodeId, [{ ...carried, at: now }], now)
}
