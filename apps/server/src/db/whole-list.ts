import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** A list of any length. `rows`: their number. `parts`: rows in portions, so that memory stays bounded. */
export type WholeList<Row> = { rows: number; parts: AsyncIterable<Row[]> }

const PART = 500

/**
 * All rows of a query that selects `id`, in its order. `read`: reads rows by ids, in any order. One such list per transaction; call
 * `atOneMoment` first, or rows that change are missed.
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

/** Maps the rows of a list. */
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
