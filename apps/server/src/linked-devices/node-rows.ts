import { sql } from 'drizzle-orm'
import { FIRST_ROW } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { linkedDevices } from './linked-devices.table.ts'

/** Whose row on the nodes a number is; undefined: a device's that is not known any more. */
export type OwnerOf = (rowId: number) => number | undefined

/** Owners of numbers that a node reported; null: no device is among them, so each is an account's. */
export async function rowOwners(db: Db, reported: readonly number[]): Promise<OwnerOf | null> {
  const rowIds = reported.filter((id) => id >= FIRST_ROW)
  if (rowIds.length === 0) return null
  const { rows } = await db.execute<{ row: string; account: string }>(sql`
    select d.row_id as row, d.account_id as account
    from unnest(${`{${rowIds.join(',')}}`}::bigint[]) as t (row_id) join ${linkedDevices} d on d.row_id = t.row_id`)
  const owners = new Map(rows.map(({ row, account }) => [Number(row), Number(account)]))
  return (id) => (id < FIRST_ROW ? id : owners.get(id))
}
