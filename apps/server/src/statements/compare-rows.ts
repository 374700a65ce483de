import type { RowState } from '@portico/contract/statements-imports-admin'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { earnsFrom } from '../commissions/accrue-commission.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { type PaymentMethodRow, paymentMethods } from '../payments/payments.table.ts'
import { isOwner } from '../roles/owners.ts'
import { decideLines } from './decide-lines.ts'
import { type StatementImportRow, statementImports, type StatementRowRow, statementRows } from './imports.table.ts'
import { bookingNoneOf, named, similar } from './match-rules.ts'
import { statementLines } from './statements.table.ts'

/** Rows compared at once; cancelling waits for them. */
const TOGETHER = 200
const KEPT_TOGETHER = 1000

/** Stores the next payments of a running import, each once however often it is imported. False: none is left, or it was cancelled. */
export async function keepLines({ transaction }: Database, importId: number, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const running = await runningImport(tx, importId)
    if (!running) return false
    const isLeft = and(eq(statementRows.importId, importId), eq(statementRows.state, 'waiting'), isNull(statementRows.lineId))
    const rows = await tx.select().from(statementRows).where(isLeft).orderBy(asc(statementRows.line)).limit(KEPT_TOGETHER).for('update')
    if (rows.length === 0) return false
    const { methodId, byAccountId: importedBy } = running.row
    // One import of a method at a time: two that store the same numbers in different orders would wait for each other.
    await tx.select({ id: paymentMethods.id }).from(paymentMethods).where(eq(paymentMethods.id, methodId)).for('no key update')
    const common = { status: 'unmatched', methodId, importedBy, importedAt: now } as const
    const added = await tx
      .insert(statementLines)
      .values(rows.map((row) => ({ ...paymentOf(row), ...common })))
      .onConflictDoNothing()
      .returning({ id: statementLines.id })
    await tieRows(tx, importId, methodId, rows, new Set(added.map(({ id }) => id)))
    return true
  })
}

/** Links each row to its line. A line with the same number but another amount is another payment. */
async function tieRows(tx: Tx, importId: number, methodId: number, rows: StatementRowRow[], added: Set<number>): Promise<void> {
  const { id, reference, amount, currency, status } = statementLines
  const references = rows.map((row) => row.reference ?? '')
  const known = await tx
    .select({ id, reference, amount, currency, status })
    .from(statementLines)
    .where(and(eq(statementLines.methodId, methodId), sql`${reference} = any(${sql.param(references)}::text[])`))
  const byReference = new Map(known.map((line) => [line.reference, line]))
  const ties = rows.flatMap((row) => {
    const line = byReference.get(row.reference ?? '')
    if (!line) return []
    const isOther = row.doubt === null && (line.amount !== row.amount || line.currency !== row.currency)
    const state = isOther ? 'refused' : line.status === 'unmatched' ? 'waiting' : 'repeated'
    return [{ row: row.line, line: line.id, isNew: added.has(line.id), state, problem: isOther ? 'number_reused' : null }]
  })
  await tx.execute(sql`
    update ${statementRows} set line_id = tie.line, is_new = tie."isNew", state = tie.state, problem = tie.problem
    from jsonb_to_recordset(${JSON.stringify(ties)}::jsonb) as tie (row int, line bigint, "isNew" boolean, state text, problem text)
    where ${statementRows.importId} = ${importId} and ${statementRows.line} = tie.row`)
}

const PHASES = {
  named: { from: 'waiting', rule: named },
  similar: { from: 'compared', rule: similar },
} as const

/** Decides the next rows of a running import by one rule. False: none is left, or it was cancelled. */
export async function compareBatch(database: Database, importId: number, phase: keyof typeof PHASES, now: Date): Promise<boolean> {
  const { from, rule: general } = PHASES[phase]
  const isLeft = and(eq(statementRows.importId, importId), eq(statementRows.state, from))
  const [running, rows] = await Promise.all([
    runningImport(database.db, importId),
    database.db.select().from(statementRows).where(isLeft).orderBy(asc(statementRows.line)).limit(TOGETHER),
  ])
  if (!running || rows.length === 0) return false
  const ids = await withoutDoubt(
    database.db,
    rows.flatMap(({ lineId }) => lineId ?? []),
  )
  const rule = bookingNoneOf(general, await barredFor(database.db, running.row.byAccountId))
  const isDecided = await decideLines(database, running.method, ids, rule, {
    now,
    note: async (tx, lineIds, state) => {
      if (!(await runningImport(tx, importId))) return false
      const isOfThese = and(eq(statementRows.importId, importId), inArray(statementRows.lineId, lineIds), eq(statementRows.state, from))
      await tx.update(statementRows).set({ state }).where(isOfThese)
      return true
    },
  })
  if (!isDecided) return false
  const left = and(
    isLeft,
    inArray(
      statementRows.line,
      rows.map(({ line }) => line),
    ),
  )
  if (phase === 'named') await database.db.update(statementRows).set({ state: 'compared' }).where(left)
  else await database.db.update(statementRows).set({ state: outcome }).where(left)
  return true
}

/** State of a row that no rule decided; another import may have decided its line. */
const outcome = sql<RowState>`case when is_new and exists (
  select from ${statementLines} l where l.id = line_id and l.status = 'unmatched') then 'open' else 'repeated' end`

/** Cancelling waits until the transaction ends. undefined: the import does not run. */
async function runningImport(db: Db, importId: number): Promise<{ row: Running; method: PaymentMethodRow } | undefined> {
  const { methodId, byAccountId, state } = statementImports
  const [found] = await db
    .select({ row: { methodId, byAccountId }, method: paymentMethods })
    .from(statementImports)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(and(eq(statementImports.id, importId), eq(state, 'running')))
    .for('share', { of: statementImports })
  return found
}
type Running = Pick<StatementImportRow, 'methodId' | 'byAccountId'>

/** Accounts whose payments this staff member's file must not book. */
async function barredFor(db: Db, importerId: number | null): Promise<Set<number>> {
  return new Set(importerId === null || (await isOwner(db, importerId)) ? [] : await earnsFrom(db, importerId))
}

/** Lines that the statement calls in question are not decided automatically. */
async function withoutDoubt(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(inArray(statementLines.id, ids), isNull(statementLines.doubt)))
  return rows.map(({ id }) => id)
}

/** Makes booked lines wait if the file questions them, such as money sent back, unless an operator has looked. Each once. */
export async function askAbout(db: Db, importId: number): Promise<void> {
  await db.execute(sql`
    update ${statementLines} l set doubt = left(coalesce(r.doubt, r.text), 100)
    from ${statementRows} r join ${statementImports} i on i.id = r.import_id
    where r.import_id = ${importId} and i.state = 'running' and l.method_id = i.method_id and l.reference = r.reference
      and (r.doubt is not null or r.problem = 'refund') and l.doubt is null and l.status in ('unmatched', 'matched', 'booked')`)
}

/** Columns of a row's payment; a waiting row has one. */
function paymentOf({ reference, attemptNo, occurredAt, amount, currency, doubt, feeAmount, line }: StatementRowRow) {
  if (reference === null || occurredAt === null || amount === null || currency === null) throw new Error(`line ${line} is no payment`)
  return { reference, attemptNo, occurredAt, amount, currency, doubt, feeAmount }
}
