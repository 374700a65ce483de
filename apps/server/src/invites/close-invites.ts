import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { inviteCodes, inviteUses } from './invites.table.ts'

/** Disables a member's invite codes, and removes the network from which they themselves were invited. */
export async function closeInvites(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx
    .update(inviteCodes)
    .set({ disabledAt: now })
    .where(and(eq(inviteCodes.accountId, accountId), isNull(inviteCodes.disabledAt)))
  await tx.update(inviteUses).set({ network: '' }).where(eq(inviteUses.accountId, accountId))
}
