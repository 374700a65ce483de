import { COUNTED_UNTIL, type TotalIs } from '@portico/contract/paging'
import { asc, desc, is, type SQL, sql, StringChunk } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** `page`: from 1; below zero from the end, -1 the last one. `total_is` exact: counts every row. */
export type Paging = { page: number; page_size: number; total_is?: 'exact' | undefined }
export type SortedPaging = Paging & { sort?: string | undefined }
/** `total` is exact, or there are more rows than so many. */
export type Page<Row> = { items: Row[]; total: number; totalIs: TotalIs }

/**
 * A page of a query, and the number of rows, counted up to 10,000 unless all are asked for. Give `counted` if counting needs fewer joins:
 * at 100,000 rows each costs as much as the count. A page from the end is read in the opposite order, so that it costs what the first does.
 */
export async function readPage<Q extends PgSelect>(
  db: Db,
  query: Q,
  order: SQL[],
  { page, page_size: size, total_is: asked }: Paging,
  counted: SQL = query.getSQL(),
  most = COUNTED_UNTIL,
): Promise<Page<Q['_']['result'][number]>> {
  // Before the query is ordered: it changes itself.
  const total = countRows(db, counted, asked === 'exact' ? null : most)
  const rows = query
    .orderBy(...(page < 0 ? order.map(turned) : order))
    .limit(size)
    .offset((Math.abs(page) - 1) * size)
  const [items, count] = await Promise.all([rows, total])
  return { items: page < 0 ? items.toReversed() : items, ...count }
}

/** How many rows a query has, or that there are more than `most`; null: however many. */
async function countRows(db: Db, counted: SQL, most: number | null): Promise<{ total: number; totalIs: TotalIs }> {
  const limit = most === null ? sql`` : sql`limit ${most + 1}`
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) as n from (${counted} ${limit}) as listed`)
  const total = rows[0]?.n ?? 0
  return most !== null && total > most ? { total: most, totalIs: 'at_least' } : { total, totalIs: 'exact' }
}

/** The rows of a table, to be counted. */
export function rowsOf(table: PgTable, where: SQL | undefined): SQL {
  return where === undefined ? sql`select from ${table}` : sql`select from ${table} where ${where}`
}

/** Order by the column or value that `sort` names, descending with `-`; else by `fallback`, descending. Ties by `id`. */
export function ordering(sort: string | undefined, columns: Record<string, PgColumn | SQL>, fallback: PgColumn, id: PgColumn): SQL[] {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = (Object.hasOwn(columns, name) ? columns[name] : undefined) ?? fallback
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}

const opposite: Record<string, string> = { ' asc': ' desc', ' desc': ' asc', ' asc nulls last': ' desc nulls first' }

/** The opposite order. Drizzle writes the direction as the last piece of an order. */
function turned(order: SQL): SQL {
  const last = order.queryChunks.at(-1)
  const now = is(last, StringChunk) ? opposite[last.value.join('')] : undefined
  if (now === undefined) throw new Error('an order without a direction at its end')
  return sql.join([...order.queryChunks.slice(0, -1), sql.raw(now)])
}
