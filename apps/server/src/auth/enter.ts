import { and, eq, isNull } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { rememberDevice } from '../known-devices/known-devices.ts'
import { setLastLogin } from '../accounts/write-account.ts'
import { openSession } from '../sessions/sessions.ts'

export type Way = 'password' | 'code' | 'register'
export type Entry = { account: AccountRow; token: string; deviceCookie: string }
type Entering = {
  way: Way
  origin: Origin
  /** Runs in the transaction of the sign-in: uses up what proved it, or throws if that has changed meanwhile. */
  alongside: (tx: Tx) => Promise<void>
}

/**
 * Ends every way of signing in: opens a session and remembers the browser. Throws `account.banned`, and `account.wrong_credentials` for
 * an account that was closed.
 */
export async function enter(app: App, account: AccountRow, { origin, alongside }: Entering): Promise<Entry> {
  if (account.bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })
  return app.database.transaction(async (tx) => {
    await alongside(tx)
    return enterNow(tx, account, origin, app.now())
  })
}

/** The same in the caller's transaction, for an account that it has just made. */
export async function enterNow(tx: Tx, account: AccountRow, origin: Origin, now: Date): Promise<Entry> {
  const open = and(eq(accounts.id, account.id), isNull(accounts.bannedAt), isNull(accounts.closedAt))
  if (!(await setLastLogin(tx, open, now))) throw wrongCredentials()
  const { cookie } = await rememberDevice(tx, account.id, origin, now)
  return { account, token: await openSession(tx, account.id, origin, now), deviceCookie: cookie }
}

export function wrongCredentials(): AppError {
  return new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
}
