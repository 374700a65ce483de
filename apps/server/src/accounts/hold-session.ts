import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { sessions } from '../sessions/sessions.table.ts'
import type { AccountRow } from './accounts.table.ts'
import { lockAccount } from './write-account.ts'

/**
 * Locks the caller's account, checks that the session is still there, and returns the account. A call that was let in just before the owner
 * took the account back must not add a way in after that. Throws `session.invalid`.
 */
export async function holdSession(tx: Tx, { accountId, sessionId }: Caller): Promise<AccountRow | undefined> {
  const account = await lockAccount(tx, accountId)
  // Callers without a request have no session: demo data, and tests.
  if (sessionId === 0) return account
  const [open] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  if (!open) throw new AppError('session.invalid')
  return account
}
