import { asc, eq, lte } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { type AccountClosingRow, accountClosings } from './account-closings.table.ts'

const BATCH = 100

/** The account's pending closing; null: the member did not ask to close it. */
export async function pendingClosing(db: Db, accountId: number): Promise<AccountClosingRow | null> {
  const [row] = await db.select().from(accountClosings).where(eq(accountClosings.accountId, accountId))
  return row ?? null
}

export function dueClosings(db: Db, now: Date): Promise<AccountClosingRow[]> {
  return db.select().from(accountClosings).where(lte(accountClosings.closesAt, now)).orderBy(asc(accountClosings.closesAt)).limit(BATCH)
}

export async function noteClosing(tx: Tx, row: AccountClosingRow): Promise<void> {
  await tx.insert(accountClosings).values(row)
}

/** Cancels the pending closing and returns it; null: there was none. */
export async function dropPending(tx: Tx, accountId: number): Promise<AccountClosingRow | null> {
  const [gone] = await tx.delete(accountClosings).where(eq(accountClosings.accountId, accountId)).returning()
  return gone ?? null
}
