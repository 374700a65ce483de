import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { accounts } from './accounts.table.ts'

/** Percent off every order of this member; 0: none. */
export async function personalPercent(db: Db, accountId: number): Promise<number> {
  const [account] = await db.select({ percent: accounts.discountPercent }).from(accounts).where(eq(accounts.id, accountId))
  return account?.percent ?? 0
}
