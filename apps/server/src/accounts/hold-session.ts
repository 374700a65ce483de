import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { lockAccount } from './write-account.ts'

/**
 * Locks the caller's account and checks that the session is still there. A call that was let in just before the owner took the account back
 * must not open a door after it. Throws `session.invalid`.
 */
export async function holdSession(tx: Tx, { accountId, sessionId }: Caller): Promise<void> {
  await lockAccount(tx, accountId)
  // Callers without a request have no session: demo data, and tests.
  if (sessionId === 0) return
  const [open] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  if (!open) throw new AppError('session.invalid')
}
