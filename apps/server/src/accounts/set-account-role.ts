import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accounts } from './accounts.table.ts'

type Entry = { passwordHash?: string; except?: number }

/** Sets an account's role in the console; null: none. Ends all its sessions but the named one. The caller checks the right to do so. */
export async function setAccountRole(
  tx: Tx,
  accountId: number,
  roleId: number | null,
  { passwordHash, except }: Entry = {},
): Promise<void> {
  await tx
    .update(accounts)
    .set({ roleId, ...(passwordHash === undefined ? {} : { passwordHash }) })
    .where(eq(accounts.id, accountId))
  await endSessions(tx, accountId, except ?? null)
}
