import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { accounts } from './accounts.table.ts'

export async function hasPassword(db: Db, id: number): Promise<boolean> {
  const [account] = await db.select({ passwordHash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, id))
  return account !== undefined && account.passwordHash !== null
}
