import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { passkeys } from './passkeys.table.ts'

/** Removes passkeys added since a moment, or all, for a recovered or closed account. */
export async function dropPasskeys(tx: Tx, accountId: number, since?: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.accountId, accountId), since && gte(passkeys.createdAt, since)))
}
