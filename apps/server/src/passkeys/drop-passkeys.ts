import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { passkeys } from './passkeys.table.ts'

/** Removes the passkeys that were added since then, or all: the owner took the account back, or it is closed. */
export async function dropPasskeys(tx: Tx, accountId: number, since?: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.accountId, accountId), since && gte(passkeys.createdAt, since)))
}
