import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** A list of any length. `rows`: how many rows it has. They arrive in parts, so that memory does not grow with them. */
export type WholeList<Row> = { rows: number; parts: AsyncIterable<Row[]> }

const PART = 500

/**
 * All rows of a query that selects their `id`, in its order. `read` reads rows by their ids, in any order. A transaction reads one such
 * list; call `atOneMoment` first, or rows that change meanwhile are missed.
 */
export async function wholeList<Row>(
  tx: Tx,
  ids: SQLWrapper,
  read: (ids: number[]) => PromiseLike<Row[]>,
  idOf: (row: Row) => number,
): Promise<WholeList<Row>> {
  const rows = await tx.$count(sql`(${ids}) as listed`)
  return { rows, parts: partsOf(tx, ids, read, idOf) }
}

/** The same list with another row type. */
export async function* mapParts<From, To>(parts: AsyncIterable<From[]>, map: (rows: From[]) => To[] | Promise<To[]>): AsyncGenerator<To[]> {
  for await (const rows of parts) yield await map(rows)
}

async function* partsOf<Row>(
  tx: Tx,
  ids: SQLWrapper,
  read: (ids: number[]) => PromiseLike<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare whole_list no scroll cursor for ${ids}`)
  for (;;) {
    const { rows } = await tx.execute<{ id: number }>(sql.raw(`fetch ${PART} from whole_list`))
    if (rows.length === 0) return
    const byId = new Map((await read(rows.map(({ id }) => id))).map((row) => [idOf(row), row]))
    yield rows.flatMap(({ id }) => byId.get(id) ?? [])
  }
}
