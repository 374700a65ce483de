import { describeDevice } from '@portico/contract/describe-device'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { rememberDevice } from '../known-devices/known-devices.ts'
import { setLastLogin } from '../accounts/write-account.ts'
import { writeToOwner } from '../accounts/write-to-owner.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import { openSession } from '../sessions/sessions.ts'

/** How long the link of "this wasn't me" works. */
const NOT_ME_S = 7 * 24 * 3600

export type Way = 'password' | 'code' | 'register'
export type Entry = { account: AccountRow; token: string; deviceCookie: string }
type Entering = {
  way: Way
  origin: Origin
  /** Runs in the transaction of the sign-in: what is used up by it. */
  alongside?: (tx: Tx) => Promise<void>
}

/**
 * Ends every way of signing in: opens a session and remembers the browser. Throws `account.banned`, and `account.wrong_credentials` when the
 * account changed since it was read.
 */
export async function enter(app: App, account: AccountRow, { origin, alongside }: Entering): Promise<Entry> {
  if (account.bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })
  return app.database.transaction(async (tx) => {
    await alongside?.(tx)
    return enterNow(app, tx, account, origin)
  })
}

/** The same in the caller's transaction, for an account that it has just made. */
export async function enterNow(app: App, tx: Tx, account: AccountRow, origin: Origin): Promise<Entry> {
  const now = app.now()
  // A session opened now would outlive a change of the password that came meanwhile.
  const password = sql`${accounts.passwordHash} is not distinct from ${account.passwordHash}`
  const unchanged = and(eq(accounts.id, account.id), password, isNull(accounts.bannedAt), isNull(accounts.closedAt))
  if (!(await setLastLogin(tx, unchanged, now))) throw wrongCredentials()
  const { cookie, news } = await rememberDevice(tx, account.id, origin, now)
  if (news) await tellNewDevice(app, tx, account, origin, now)
  return { account, token: await openSession(tx, account.id, origin, now), deviceCookie: cookie }
}

/** Writes where somebody signed in from, with a link that throws them out. */
async function tellNewDevice(app: App, tx: Tx, account: AccountRow, { ip, device, language }: Origin, now: Date): Promise<void> {
  const at = now.toISOString()
  const token = await giveToken(tx, 'not_me', { accountId: account.id, data: { at }, seconds: NOT_ME_S }, now)
  const to = { ...account, language: account.language ?? language }
  const country = app.countryOf?.(ip) ?? null
  const named = country && new Intl.DisplayNames([to.language], { type: 'region', fallback: 'code' }).of(country)
  const place = named ? `${named} (${ip})` : ip
  const found = describeDevice(device)
  const data = { device: found ? [found.browser, found.system].filter(Boolean).join(', ') : '–', place, time: at }
  await writeToOwner(app.database, tx, to, { template: 'new_device', data, secret: `/undo#not-me.${token}` }, now)
}

export function wrongCredentials(): AppError {
  return new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
}
