import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './client.ts'

// Drizzle puts a statement together anew for each call, which for a row of forty columns costs more than the database does. Where
// that is felt, the text is made once here, prepared by each connection, and rows are read as Drizzle reads them.

type Columns = [key: string, column: Column][]
const columnsOf = (table: Table): Columns => Object.entries(getTableColumns(table))
const listOf = (columns: Columns): string => columns.map(([, column]) => `"${column.name}"`).join(', ')

/** Whole rows of a table by a fixed condition, such as `where id = $1 for update`. `name` is the statement's own, everywhere. */
export function fixedSelect<T extends Table>(table: T, name: string, tail: string) {
  const columns = columnsOf(table)
  const text = `select ${listOf(columns)} from "${getTableName(table)}" ${tail}`
  return async (db: Db, values: unknown[]): Promise<T['$inferSelect'][]> => {
    const { rows } = await clientOf(db).query<unknown[]>({ name, text, values, rowMode: 'array' })
    return rows.map((row) => toRow(columns, row))
  }
}

/** Inserts one row and answers it; what is not given is left to the table. */
export function fixedInsert<T extends Table>(table: T) {
  const columns = columnsOf(table)
  return async (db: Db, values: T['$inferInsert']): Promise<T['$inferSelect']> => {
    const given = columns.filter(([key]) => (values as Record<string, unknown>)[key] !== undefined)
    const places = given.map((_, i) => `$${i + 1}`).join(', ')
    const text = `insert into "${getTableName(table)}" (${listOf(given)}) values (${places}) returning ${listOf(columns)}`
    const row = await one<T>(db, columns, text, toValues(given, values))
    if (!row) throw new Error('insert returned no row')
    return row
  }
}

/** Changes the row that the condition finds and answers it, or undefined. The condition's values come last: `$n` from 1. */
export function fixedUpdate<T extends Table>(table: T, condition: (first: number) => string) {
  const columns = columnsOf(table)
  return async (db: Db, set: Partial<T['$inferInsert']>, values: unknown[]): Promise<T['$inferSelect'] | undefined> => {
    const given = columns.filter(([key]) => (set as Record<string, unknown>)[key] !== undefined)
    const changes = given.map(([, column], i) => `"${column.name}" = $${i + 1}`).join(', ')
    const where = condition(given.length + 1)
    const text = `update "${getTableName(table)}" set ${changes} where ${where} returning ${listOf(columns)}`
    return one<T>(db, columns, text, [...toValues(given, set), ...values])
  }
}

/** A statement of fixed text, prepared under its name. */
export async function fixed<R extends pg.QueryResultRow>(db: Db, name: string, text: string, values: unknown[]): Promise<R[]> {
  return (await clientOf(db).query<R>({ name, text, values })).rows
}

async function one<T extends Table>(db: Db, columns: Columns, text: string, values: unknown[]): Promise<T['$inferSelect'] | undefined> {
  const { rows } = await clientOf(db).query<unknown[]>({ name: nameOf(text), text, values, rowMode: 'array' })
  return rows[0] && toRow(columns, rows[0])
}

const names = new Map<string, string>()

/** One name for each text: few texts there are, one for each set of columns given. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `fixed-${names.size + 1}`
  names.set(text, known)
  return known
}

/** Every column of the table, as the table's own types map it. */
function toRow(columns: Columns, row: unknown[]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  columns.forEach(([key, column], i) => {
    const value = row[i]
    made[key] = value === null ? null : column.mapFromDriverValue(value)
  })
  return made
}

function toValues(columns: Columns, values: object): unknown[] {
  return columns.map(([key, column]) => {
    const value = (values as Record<string, unknown>)[key]
    return value === null ? null : column.mapToDriverValue(value)
  })
}

/** The connection below: a `Db` is made of a pool, a `Tx` of one client of it. */
function clientOf(db: Db): pg.Pool {
  // Both have `query`, which is all that is used.
  return (db as Db & { $client: pg.Pool }).$client
}
