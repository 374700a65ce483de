import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

export type Paging = { page: number; page_size: number }
export type SortedPaging = Paging & { sort?: string | undefined }
export type Page<Row> = { items: Row[]; total: number }

/**
 * One page of a query, and how many rows it has in all. Give `total` where counting needs fewer tables than the rows do: at
 * 100,000 rows each join costs as much as the count itself.
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

/** By the column or value that `sort` names, descending with `-` before it; without one by `fallback`, descending. Ties by `id`. */
export function ordering(sort: string | undefined, columns: Record<string, PgColumn | SQL>, fallback: PgColumn, id: PgColumn): SQL[] {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = (Object.hasOwn(columns, name) ? columns[name] : undefined) ?? fallback
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}
