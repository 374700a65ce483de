import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './client.ts'

// Drizzle builds a statement again for each call, which for a row of forty columns costs more than the query. Here the text of a
// hot statement is built once and prepared by each connection; rows are read as Drizzle reads them.

type Columns = [key: string, column: Column][]
const columnsOf = (table: Table): Columns => Object.entries(getTableColumns(table))
const listOf = (columns: Columns, of = ''): string => columns.map(([, column]) => `${of}"${column.name}"`).join(', ')

/** Selects whole rows of a table by a fixed condition, such as `where id = $1 for update`. `name` must be unique in the server. */
export function fixedSelect<T extends Table>(table: T, name: string, tail: string) {
  const columns = columnsOf(table)
  const text = `select ${listOf(columns)} from "${getTableName(table)}" ${tail}`
  return async (db: Db, values: unknown[]): Promise<T['$inferSelect'][]> => {
    return (await arrays(db, name, text, values)).map((row) => toRow(columns, row))
  }
}

/** Selects rows of two tables, which the condition calls `a` and `b`. */
export function fixedPairs<A extends Table, B extends Table>(a: A, b: B, name: string, tail: string) {
  const [ofA, ofB] = [columnsOf(a), columnsOf(b)]
  const text = `select ${listOf(ofA, 'a.')}, ${listOf(ofB, 'b.')} from "${getTableName(a)}" a join "${getTableName(b)}" b ${tail}`
  return async (db: Db, values: unknown[]): Promise<{ a: A['$inferSelect']; b: B['$inferSelect'] }[]> => {
    const rows = await arrays(db, name, text, values)
    return rows.map((row) => ({ a: toRow(ofA, row.slice(0, ofA.length)), b: toRow(ofB, row.slice(ofA.length)) }))
  }
}

/** Inserts one row and returns it. Columns without a value get the table's default. */
export function fixedInsert<T extends Table>(table: T) {
  const columns = columnsOf(table)
  return async (db: Db, values: T['$inferInsert']): Promise<T['$inferSelect']> => {
    const [given, left] = split(columns, values)
    const places = given.map((_, i) => `$${i + 1}`).join(', ')
    const text = `insert into "${getTableName(table)}" (${listOf(given)}) values (${places}) returning ${listOf(left)}`
    const [row] = await arrays(db, nameOf(text), text, toValues(given, values))
    if (!row) throw new Error('insert returned no row')
    // Given values are not read back: the row types show that their columns store them unchanged.
    return { ...values, ...toRow(left, row) }
  }
}

/**
 * Updates the row that the condition finds. The condition's values come last: `$n` from `first`. Returns the columns of
 * `returning`, or undefined when no row was found.
 */
export function fixedUpdate<T extends Table, R extends pg.QueryResultRow>(
  table: T,
  condition: (first: number) => string,
  returning?: Record<keyof R & string, string>,
) {
  const asked = Object.entries<string>(returning ?? {}).map(([key, expression]) => `${expression} as "${key}"`)
  const columns = columnsOf(table)
  return async (db: Db, set: Partial<T['$inferInsert']>, values: unknown[]): Promise<R | undefined> => {
    const [given] = split(columns, set)
    const changes = given.map(([, column], i) => `"${column.name}" = $${i + 1}`).join(', ')
    const text = `update "${getTableName(table)}" set ${changes} where ${condition(given.length + 1)} returning ${asked.join(', ') || '1'}`
    const found = await clientOf(db).query<R>({ name: nameOf(text), text, values: [...toValues(given, set), ...values] })
    return found.rows[0]
  }
}

/** Runs a statement of fixed text, prepared under its name. */
export async function fixed<R extends pg.QueryResultRow>(db: Db, name: string, text: string, values: unknown[]): Promise<R[]> {
  return (await clientOf(db).query<R>({ name, text, values })).rows
}

async function arrays(db: Db, name: string, text: string, values: unknown[]): Promise<unknown[][]> {
  return (await clientOf(db).query<unknown[]>({ name, text, values, rowMode: 'array' })).rows
}

/** Splits the columns into those with a given value and the others. */
function split(columns: Columns, values: object): [given: Columns, left: Columns] {
  const isGiven = ([key]: [string, Column]): boolean => (values as Record<string, unknown>)[key] !== undefined
  return [columns.filter(isGiven), columns.filter((column) => !isGiven(column))]
}

const names = new Map<string, string>()

/** One name per text. There are few texts: one for each set of given columns. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `fixed-${names.size + 1}`
  names.set(text, known)
  return known
}

/** Maps every column as the table's own types do. */
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

/** The underlying connection: a `Db` wraps a pool, a `Tx` one of its clients. */
function clientOf(db: Db): pg.Pool {
  // Both have `query`, and nothing else is used.
  return (db as Db & { $client: pg.Pool }).$client
}
