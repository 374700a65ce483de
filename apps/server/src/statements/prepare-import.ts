import { createHash } from 'node:crypto'
import type { StatementChoices } from '@portico/contract/statements-imports-admin'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { dayKey } from '../calendar.ts'
import type { Db, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { type PaymentMethodRow, paymentMethods } from '../payments/payments.table.ts'
import { type StatementImportRow, statementImports, statementRows, type Summary } from './imports.table.ts'
import type { ReadRow } from './reading/read-row.ts'
import type { Statement } from './reading/read-statement.ts'
import { statementReader } from './reading/statement-reader.ts'

/** Rows per SQL statement. */
const TOGETHER = 2000

/** Reads a statement and keeps what was found, for an operator to look at. Books nothing. Throws as `StatementReader`. */
export async function prepareImport(
  app: App,
  by: Caller,
  { methodId, name, bytes }: { methodId: number; name: string; bytes: Buffer },
  { now, zone }: { now: Date; zone: string },
): Promise<number> {
  const [method] = await app.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, methodId))
  if (!method) throw new AppError('input.invalid', { fields: { method_id: 'not_found' } })
  const money = { currency: method.currency, zone }
  const first = await statementReader(app).read(by.accountId, bytes, {}, money)
  const choices = await columnsBefore(app.database.db, methodId, first)
  const statement = choices.columns ? await statementReader(app).read(by.accountId, bytes, choices, money) : first
  const fileHash = createHash('sha256').update(bytes).digest()
  const given = { methodId, fileName: name.slice(0, 200), file: bytes, fileHash, byAccountId: by.accountId, createdAt: now }
  return app.database.transaction(async (tx) => {
    const summary = summarise(statement, zone)
    const made = writtenRow(
      await tx
        .insert(statementImports)
        .values({ ...given, choices, summary })
        .returning(),
    )
    await keepRows(tx, made.id, statement.rows)
    return made.id
  })
}

/** The columns that an operator chose for the last imported file of this method with the same headings. */
async function columnsBefore(db: Db, methodId: number, { headings }: Statement): Promise<StatementChoices> {
  const isAlike = sql`${statementImports.summary} -> 'headings' = ${JSON.stringify(headings)}::jsonb and ${statementImports.choices} ? 'columns'`
  const [last] = await db
    .select({ choices: statementImports.choices })
    .from(statementImports)
    .where(and(eq(statementImports.methodId, methodId), ne(statementImports.state, 'prepared'), isAlike))
    .orderBy(desc(statementImports.id))
    .limit(1)
  return last?.choices.columns ? { columns: last.choices.columns } : {}
}

/** Reads a prepared statement as the operator chose, now or before. Throws `not_found`, and `statement.wrong_status` if it was started. */
export async function readAgain(
  app: App,
  by: Caller,
  { id, chosen }: { id: number; chosen: StatementChoices },
  zone: string,
): Promise<void> {
  await app.database.transaction(async (tx) => {
    const { row, method } = await lockImport(tx, id)
    if (row.state !== 'prepared') throw new AppError('statement.wrong_status')
    // Columns are positions in a line: if the lines are read differently, they change.
    const { columns, ...before } = row.choices
    const isCutElsewhere = chosen.encoding !== undefined || chosen.separator !== undefined || chosen.heading_line !== undefined
    const choices = { ...before, ...(columns && !isCutElsewhere ? { columns } : {}), ...chosen }
    const statement = await statementReader(app).read(by.accountId, row.file, choices, { currency: method.currency, zone })
    const set = { choices, summary: summarise(statement, zone), byAccountId: by.accountId }
    await tx.update(statementImports).set(set).where(eq(statementImports.id, id))
    await tx.delete(statementRows).where(eq(statementRows.importId, id))
    await keepRows(tx, id, statement.rows)
  })
}

/** Locks an import. Throws `not_found`. */
export async function lockImport(tx: Tx, id: number): Promise<{ row: StatementImportRow; method: PaymentMethodRow }> {
  return foundRow(
    await tx
      .select({ row: statementImports, method: paymentMethods })
      .from(statementImports)
      .innerJoin(paymentMethods, eq(paymentMethods.id, statementImports.methodId))
      .where(eq(statementImports.id, id))
      .for('update', { of: statementImports }),
  )
}

async function keepRows(tx: Tx, importId: number, rows: ReadRow[]): Promise<void> {
  const values = rows.map(({ payment, out: _, returned, ...row }) => ({
    importId,
    ...row,
    ...(returned && { reference: returned.reference || null, attemptNo: returned.attemptNo }),
    ...payment,
  }))
  for (let i = 0; i < values.length; i += TOGETHER) await tx.insert(statementRows).values(values.slice(i, i + TOGETHER))
}

function summarise({ rows, ...found }: Statement, zone: string): Summary {
  const came = rows.flatMap(({ payment }) => (payment ? [payment] : []))
  const times = came.map(({ occurredAt }) => occurredAt.getTime()).toSorted((a, b) => a - b)
  const [firstDay = null, lastDay = null] = [times[0], times.at(-1)].map((time) =>
    time === undefined ? null : dayKey(new Date(time), zone),
  )
  const sums = { sumsIn: sumsOf(came), sumsOut: sumsOf(rows.flatMap(({ out }) => (out ? [out] : []))) }
  return { ...found, ...sums, payments: came.length, firstDay, lastDay }
}

function sumsOf(amounts: { amount: number; currency: string }[]): Summary['sumsIn'] {
  const sums = new Map<string, number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
