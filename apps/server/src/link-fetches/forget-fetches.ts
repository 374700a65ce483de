import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { linkAlarms, linkFetches } from './link-fetches.table.ts'

/** Removes from where and with which apps a member fetched their link. */
export async function forgetFetches(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(linkFetches).where(eq(linkFetches.accountId, accountId))
  await tx.delete(linkAlarms).where(eq(linkAlarms.accountId, accountId))
}
