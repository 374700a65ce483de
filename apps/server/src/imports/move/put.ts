import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Takes one row for a table. All rows of a table name the same columns, in the same order. */
export type Put = <T extends PgTable>(table: T, row: RowOf<T>) => void

/** What can be inserted, with ids of ours. */
export type RowOf<T extends PgTable> = { [C in keyof T['$inferSelect']]?: T['$inferSelect'][C] }

/** Rows as `COPY` reads them. */
export type CopyText = { table: string; columns: string[]; line: string }

export function toCopy<T extends PgTable>(table: T, row: RowOf<T>): CopyText {
  const known = getTableColumns(table)
  const columns: string[] = []
  const cells: string[] = []
  for (const [field, value] of Object.entries(row)) {
    const column = known[field]
    if (!column) throw new Error(`${getTableName(table)} has no ${field}`)
    columns.push(column.name)
    cells.push(cellOf(value, column.columnType === 'PgJsonb'))
  }
  return { table: getTableName(table), columns, line: `${cells.join('\t')}\n` }
}

function cellOf(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return '\\N'
  if (isJson) return escaped(JSON.stringify(value))
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  if (Array.isArray(value)) return escaped(`{${value.map(elementOf).join(',')}}`)
  return typeof value === 'string' ? escaped(value) : String(value)
}

function elementOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : `"${String(value).replace(/["\\]/g, '\\$&')}"`
}

const SPECIAL = /[\\\t\n\r]/g
const NAMES = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
])
// PostgreSQL stores no NUL, and no half of a character.
function escaped(text: string): string {
  return text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(SPECIAL, (c) => NAMES.get(c) ?? c)
}
