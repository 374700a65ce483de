import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './client.ts'

// Drizzle puts a statement together anew for each call, which for a row of forty columns costs more than the database does. Where
// that is felt, the text is made once here, prepared by each connection, and rows are read as Drizzle reads them.

type Columns = [key: string, column: Column][]
const columnsOf = (table: Table): Columns => Object.entries(getTableColumns(table))
const listOf = (columns: Columns, of = ''): string => columns.map(([, column]) => `${of}"${column.name}"`).join(', ')

/** Whole rows of a table by a fixed condition, such as `where id = $1 for update`. `name` is the statement's own, everywhere. */
export function fixedSelect<T extends Table>(table: T, name: string, tail: string) {
  const columns = columnsOf(table)
  const text = `select ${listOf(columns)} from "${getTableName(table)}" ${tail}`
  return async (db: Db, values: unknown[]): Promise<T['$inferSelect'][]> => {
    return (await arrays(db, name, text, values)).map((row) => toRow(columns, row))
  }
}

/** Rows of two tables, which the condition calls `a` and `b`. */
export function fixedPairs<A extends Table, B extends Table>(a: A, b: B, name: string, tail: string) {
  const [ofA, ofB] = [columnsOf(a), columnsOf(b)]
  const text = `select ${listOf(ofA, 'a.')}, ${listOf(ofB, 'b.')} from "${getTableName(a)}" a join "${getTableName(b)}" b ${tail}`
  return async (db: Db, values: unknown[]): Promise<{ a: A['$inferSelect']; b: B['$inferSelect'] }[]> => {
    const rows = await arrays(db, name, text, values)
    return rows.map((row) => ({ a: toRow(ofA, row.slice(0, ofA.length)), b: toRow(ofB, row.slice(ofA.length)) }))
  }
}

/** Inserts one row and answers it; what is not given is left to the table. */
export function fixedInsert<T extends Table>(table: T) {
  const columns = columnsOf(table)
  return async (db: Db, values: T['$inferInsert']): Promise<T['$inferSelect']> => {
    const [given, left] = split(columns, values)
    const places = given.map((_, i) => `$${i + 1}`).join(', ')
    const text = `insert into "${getTableName(table)}" (${listOf(given)}) values (${places}) returning ${listOf(left)}`
    const [row] = await arrays(db, nameOf(text), text, toValues(given, values))
    if (!row) throw new Error('insert returned no row')
    // What was given need not come back: that the types of the columns keep a value as it is, their rows show.
    return { ...values, ...toRow(left, row) }
  }
}

/**
 * Changes the row that the condition finds; its values come last: `$n` from `first`. Answers what `returning` says of the row,
 * undefined where none was found.
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

/** A statement of fixed text, prepared under its name. */
export async function fixed<R extends pg.QueryResultRow>(db: Db, name: string, text: string, values: unknown[]): Promise<R[]> {
  return (await clientOf(db).query<R>({ name, text, values })).rows
}

async function arrays(db: Db, name: string, text: string, values: unknown[]): Promise<unknown[][]> {
  return (await clientOf(db).query<unknown[]>({ name, text, values, rowMode: 'array' })).rows
}

/** The columns that a value is given for, and the others. */
function split(columns: Columns, values: object): [given: Columns, left: Columns] {
  const isGiven = ([key]: [string, Column]): boolean => (values as Record<string, unknown>)[key] !== undefined
  return [columns.filter(isGiven), columns.filter((column) => !isGiven(column))]
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
