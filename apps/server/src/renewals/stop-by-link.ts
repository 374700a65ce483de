import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { openStopRenewalToken } from '../messages/mail/stop-token.ts'
import { setAutoRenew } from '../subscriptions/auto-renew.ts'

/**
 * Turns automatic renewal off. Needs no session: the link from the mail is the proof, and opens nothing else. May be called twice. Throws
 * `not_found` for links that are not ours, and for closed accounts.
 */
export async function stopRenewalByLink(database: Database, token: string, now: Date): Promise<void> {
  const accountId = await openStopRenewalToken(database, token)
  if (accountId === null) throw new AppError('not_found')
  const [account] = await database.db.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, accountId))
  if (!account || account.closedAt) throw new AppError('not_found')
  await setAutoRenew(database, { kind: 'member', accountId, name: null, permissions: [], origin: null }, false, now)
}
