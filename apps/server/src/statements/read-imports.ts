import type { RowState } from '@portico/contract/statements-imports-admin'
import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage, rowsOf } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { type StatementImportRow, statementImports, type StatementRowRow, statementRows } from './imports.table.ts'

type Kept = Omit<StatementImportRow, 'file' | 'fileHash'>
export type ImportOf = Kept & { methodName: string; counts: Partial<Record<RowState, number>>; importedBefore: Date | null }

/** When the same file was started in an earlier import of the method; null: never. */
const importedBefore = sql<Date | null>`(select max(b.started_at) from statement_imports b where b.method_id = statement_imports.method_id
  and b.file_hash = statement_imports.file_hash and b.id < statement_imports.id)`.mapWith(statementImports.startedAt)

/** Imports, newest first. */
export async function listImports(db: Db, paging: Paging): Promise<Page<ImportOf>> {
  const { items, ...count } = await readPage(
    db,
    select(db).$dynamic(),
    [desc(statementImports.id)],
    paging,
    rowsOf(statementImports, undefined),
  )
  return { items: await withCounts(db, items), ...count }
}

/** An import. Throws `not_found`. */
export async function readImport(db: Db, id: number): Promise<ImportOf> {
  return foundRow(await withCounts(db, await select(db).where(eq(statementImports.id, id))))
}

/** Rows in the file's order. */
export async function listRows(db: Db, id: number, state: RowState | undefined, paging: Paging): Promise<Page<StatementRowRow>> {
  await readImport(db, id)
  const where = and(eq(statementRows.importId, id), state && eq(statementRows.state, state))
  const rows = db.select().from(statementRows).where(where).$dynamic()
  return readPage(db, rows, [asc(statementRows.line)], paging, rowsOf(statementRows, where))
}

function select(db: Db) {
  const { file: _, fileHash: __, ...kept } = getTableColumns(statementImports)
  return db
    .select({ ...kept, methodName: paymentMethods.name, importedBefore })
    .from(statementImports)
    .innerJoin(paymentMethods, eq(paymentMethods.id, statementImports.methodId))
}

async function withCounts(db: Db, imports: (Kept & { methodName: string; importedBefore: Date | null })[]): Promise<ImportOf[]> {
  if (imports.length === 0) return []
  const { importId, state } = statementRows
  const isOfThese = inArray(
    importId,
    imports.map(({ id }) => id),
  )
  const counted = await db.select({ importId, state, n: count() }).from(statementRows).where(isOfThese).groupBy(importId, state)
  const byImport = Map.groupBy(counted, (row) => row.importId)
  return imports.map((each) => {
    return { ...each, counts: Object.fromEntries((byImport.get(each.id) ?? []).map((row) => [row.state, row.n])) }
  })
}
