import { toDecimal } from '@portico/contract/money'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { askAbout, compareBatch, keepLines } from './compare-rows.ts'
import { statementImports, statementRows } from './imports.table.ts'
import { lockImport } from './prepare-import.ts'

export const IMPORT_JOB = 'compare_statement'
const KEPT_MS = 90 * 86_400_000

/**
 * Starts a prepared import, or continues a cancelled one. Changes nothing if it runs or is done. Throws `not_found`,
 * `statement.question` while it is unclear how to read the file, and `statement.unreadable` if there is no payment in it.
 */
export async function startImport({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { row, method } = await lockImport(tx, id)
    if (row.state !== 'prepared' && row.state !== 'cancelled') return
    if (row.summary.questions.length > 0) throw new AppError('statement.question')
    const payments = await tx.$count(
      statementRows,
      and(eq(statementRows.importId, id), inArray(statementRows.state, ['waiting', 'compared'])),
    )
    if (payments === 0 && row.state === 'prepared') throw new AppError('statement.unreadable')
    const set = { state: 'running', byAccountId: by.accountId, startedAt: now, finishedAt: null } as const
    await tx.update(statementImports).set(set).where(eq(statementImports.id, id))
    await enqueue(tx, IMPORT_JOB, { import_id: id }, { key: `${IMPORT_JOB} ${id}` })
    const { reading, sumsIn, firstDay, lastDay } = row.summary
    const { columns: _, heading_line: __, ...how } = reading
    const sum_in = sumsIn.map(({ amount, currency }) => `${toDecimal(amount, currency)} ${currency}`).join(', ')
    const after = { method: method.name, file: row.fileName, payments, sum_in, first_day: firstDay, last_day: lastDay, ...how }
    await record(tx, by, { action: 'statement.import', entity: 'statement', id, after }, now)
  })
}

/** Stops a running import. What is booked stays; nothing is booked any more once this is done. Throws `not_found`. */
export async function cancelImport({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { row } = await lockImport(tx, id)
    if (row.state !== 'running') return
    const set = { state: 'cancelled', finishedAt: now } as const
    await tx.update(statementImports).set(set).where(eq(statementImports.id, id))
    const change = { before: { state: row.state }, after: { state: set.state } }
    await record(tx, by, { action: 'statement.cancel', entity: 'statement', id, ...change }, now)
  })
}

/**
 * Compares the rows of a started import with the books: a line with our number and the exact amount is linked to its receipt or, if nothing
 * came in, booked like a notification. Then a line that fits only one booked payment is linked to it. All others wait for an operator:
 * amount and day alone never move money. May be interrupted and called again.
 */
export async function runImport(database: Database, id: number, now: () => Date): Promise<void> {
  // Lines with a number come first, so that no similar one takes their payment.
  while (await keepLines(database, id, now()));
  await askAbout(database.db, id)
  while (await compareBatch(database, id, 'named', now()));
  while (await compareBatch(database, id, 'similar', now()));
  await finish(database, id, now())
}

async function finish({ db }: Database, id: number, now: Date): Promise<void> {
  const isRunning = and(eq(statementImports.id, id), eq(statementImports.state, 'running'))
  await db.update(statementImports).set({ state: 'done', finishedAt: now }).where(isRunning)
}

/** Deletes old imports; payments stay. */
export async function dropOldImports(db: Db, now: Date): Promise<void> {
  await db.delete(statementImports).where(lt(statementImports.createdAt, new Date(now.getTime() - KEPT_MS)))
}
