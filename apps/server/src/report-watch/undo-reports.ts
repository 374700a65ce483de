import type { UndoPreview } from '@portico/contract/report-watch-admin'
import { UNDO_DAYS } from '@portico/contract/report-watch-admin'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { retryDeadlocks } from '../traffic/charge-batch.ts'
import { extentOf, originsOf, takeBackSome } from '../traffic/take-back-batches.ts'
import { settleAlarmsOf } from './alarms.ts'
import { type ReportUndoRow, reportUndos } from './report-watch.table.ts'

const DAY_MS = 24 * 3_600_000
/** Reports per transaction, for which pushes wait. */
const BATCH = 20
export const UNDO_JOB = 'undo_reports'

export type UndoScope = { nodeId: number; since: Date; networks: string[] }

/** What an undo would take back now. Throws `not_found` and `report.too_old`. */
export async function previewUndo(db: Db, scope: UndoScope, now: Date): Promise<UndoPreview> {
  await check(db, scope, now)
  const [{ reports, members, billed, returning }, networks] = await Promise.all([extentOf(db, scope), originsOf(db, scope)])
  return { reports, members, billed, returning, networks }
}

/** Starts to undo a node's reports since a time; later ones stay. A repeated key returns its undo. Throws `not_found`, `report.too_old`. */
export async function startUndo(
  { transaction }: Database,
  by: Caller,
  { key, reason, ...scope }: UndoScope & { key: string; reason: string },
  now: Date,
): Promise<number> {
  return transaction(async (tx) => {
    await check(tx, scope, now)
    const { reports: total, lastId: lastBatchId, members, billed } = await extentOf(tx, scope)
    const [made] = await tx
      .insert(reportUndos)
      .values({ key, byAccountId: by.accountId, ...scope, reason, total, lastBatchId, createdAt: now })
      .onConflictDoNothing()
      .returning()
    const own = and(eq(reportUndos.byAccountId, by.accountId), eq(reportUndos.key, key))
    if (!made) return foundRow(await tx.select().from(reportUndos).where(own)).id
    await enqueue(tx, UNDO_JOB, { undo_id: made.id }, { key: `${UNDO_JOB} ${made.id}` })
    const after = { since: scope.since, networks: scope.networks, reports: total, members, bytes: billed }
    await record(tx, by, { action: 'node.undo_reports', entity: 'node', id: scope.nodeId, after, reason }, now)
    return made.id
  })
}

/** Takes the reports of a started undo back, some in each transaction: it may be interrupted and called again. */
export async function runUndo(database: Database, id: number, now: () => Date): Promise<void> {
  for (let undo = await readUndo(database.db, id); undo?.state === 'running'; undo = await readUndo(database.db, id))
    await undoSome(database, undo, now())
}

async function undoSome(database: Database, { id, nodeId, since, networks, lastBatchId }: ReportUndoRow, now: Date): Promise<void> {
  await retryDeadlocks(database, async (tx) => {
    const [undo] = await tx
      .select()
      .from(reportUndos)
      .where(and(eq(reportUndos.id, id), eq(reportUndos.state, 'running')))
      .for('update')
    if (!undo) return
    const taken = await takeBackSome(tx, { nodeId, since, networks, lastId: lastBatchId }, BATCH, now)
    const isDone = taken < BATCH
    await tx
      .update(reportUndos)
      .set({ done: sql`${reportUndos.done} + ${taken}`, ...(isDone && { state: 'done' as const, finishedAt: now }) })
      .where(eq(reportUndos.id, id))
    if (isDone) await settleAlarmsOf(tx, nodeId, now)
  })
}

async function readUndo(db: Db, id: number): Promise<ReportUndoRow | undefined> {
  return (await db.select().from(reportUndos).where(eq(reportUndos.id, id)))[0]
}

async function check(db: Db, { nodeId, since }: UndoScope, now: Date): Promise<void> {
  foundRow(await db.select({ id: nodes.id }).from(nodes).where(eq(nodes.id, nodeId)))
  const isRecent = since.getTime() >= now.getTime() - UNDO_DAYS * DAY_MS && since <= now
  if (!isRecent) throw new AppError('report.too_old', { fields: { since: 'report.too_old' } })
}
