import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accounts } from './accounts.table.ts'

/** Sets what an account may do in the console; null: nothing. Its sessions end, but for the one named. Who may is checked before. */
export async function setAccountRole(tx: Tx, accountId: number, roleId: number | null, except: number | null = null): Promise<void> {
  await tx.update(accounts).set({ roleId }).where(eq(accounts.id, accountId))
  await endSessions(tx, accountId, except)
}
