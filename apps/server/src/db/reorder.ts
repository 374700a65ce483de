import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './client.ts'

type SortedTable = PgTable & { id: PgColumn; sort: PgColumn }
type Reordered = { before: { order: number[] }; after: { order: number[] } }

/**
 * Numbers the given rows in this order; the others keep their number. Returns the ids of all rows that `where` selects, in their
 * order before and after. One reordering of a table runs at a time.
 */
export async function reorder(tx: Tx, table: SortedTable, ids: number[], where: SQL = sql`true`): Promise<Reordered> {
  await lockOrder(tx, table)
  const before = { order: await currentOrder(tx, table, where) }
  await tx.execute(sql`
    update ${table} set sort = o.position from unnest(${sql.param(ids)}::bigint[]) with ordinality as o (id, position) where ${table.id} = o.id`)
  return { before, after: { order: await currentOrder(tx, table, where) } }
}

/** Makes other reorderings of the table wait until the transaction ends. Call it before changing rows. */
export async function lockOrder(tx: Tx, table: PgTable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reorder ${getTableName(table)}`}, 0))`)
}

async function currentOrder(tx: Tx, table: SortedTable, where: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select ${table.id} as id from ${table} where ${where} order by ${table.sort}, ${table.id}`,
  )
  return rows.map(({ id }) => id)
}
