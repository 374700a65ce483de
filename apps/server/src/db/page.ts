import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

export type Paging = { page: number; page_size: number }
export type SortedPaging = Paging & { sort?: string | undefined }
export type Page<Row> = { items: Row[]; total: number }

/**
 * A page of a query, and the total number of rows. Give `total` if counting needs fewer joins: at 100,000 rows each costs as much as the
 * count.
 */
export async function readPage<Q extends PgSelect>(
  db: Db,
  query: Q,
  order: SQL[],
  { page, page_size }: Paging,
  total: PromiseLike<number> = db.$count(sql`(${query.getSQL()}) as listed`),
): Promise<Page<Q['_']['result'][number]>> {
  const rows = query
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size)
  const [items, all] = await Promise.all([rows, total])
  return { items, total: all }
}

/** Order by the column or value that `sort` names, descending with `-`; else by `fallback`, descending. Ties by `id`. */
export function ordering(sort: string | undefined, columns: Record<string, PgColumn | SQL>, fallback: PgColumn, id: PgColumn): SQL[] {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = (Object.hasOwn(columns, name) ? columns[name] : undefined) ?? fallback
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}
