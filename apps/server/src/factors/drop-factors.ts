import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { authenticators } from './authenticators.table.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/**
 * Removes the authenticator app and recovery codes if set up since then (absent: always), because a thief's app would lock the owner out.
 */
export async function dropFactors(tx: Tx, accountId: number, since?: Date): Promise<void> {
  const own = and(eq(authenticators.accountId, accountId), since && gte(authenticators.createdAt, since))
  const removed = await tx.delete(authenticators).where(own).returning({ id: authenticators.accountId })
  if (removed.length > 0) await dropRecoveryCodes(tx, accountId)
}
