import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import { and, eq, isNull } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { rememberDevice } from '../known-devices/known-devices.ts'
import { lockAccount, setLastLogin } from '../accounts/write-account.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import { hasFactor } from '../factors/check-factor.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import { openSession } from '../sessions/sessions.ts'

const SECOND_STEP_S = 600
/** How somebody signs in. `passkey` proves two things at once: the device, and that its owner unlocked it. */
export type Way = 'password' | 'code' | 'register' | 'passkey' | 'site'
export type Entry = { account: AccountRow; token: string; deviceCookie: string }
type Entering = {
  way: Way
  origin: Origin
  /** Runs in the sign-in's transaction: uses up the proof, or throws if it is no longer valid. */
  alongside: (tx: Tx) => Promise<void>
  /** The page that was wanted, where only the server knows it; comes back with the token for the second step. */
  redirect?: string | null
}

/**
 * Ends every way of signing in: opens a session and remembers the browser. Throws `account.banned`, `account.wrong_credentials` for
 * an account that was closed, and `account.second_factor` with a token for the second step where the account has one.
 */
export async function enter(app: App, account: AccountRow, { way, origin, alongside, redirect = null }: Entering): Promise<Entry> {
  refuseBanned(account)
  const done = await app.database.transaction(async (tx) => {
    // The account first, as every change of its access does, so that the two cannot deadlock.
    const locked = await lockAccount(tx, account.id)
    if (!locked || locked.bannedAt || locked.closedAt) throw wrongCredentials()
    await alongside(tx)
    if (way === 'passkey' || !(await hasFactor(tx, account.id))) return enterNow(app, tx, account, origin)
    const step = { accountId: account.id, data: { way }, seconds: SECOND_STEP_S }
    return { token: await giveToken(tx, 'second_factor', step, app.now()) }
  })
  // Thrown outside, because the first factor is used up and the token stays.
  if (!('account' in done)) throw new AppError('account.second_factor', { details: redirect === null ? done : { ...done, redirect } })
  return done
}

export function refuseBanned({ bannedAt }: AccountRow): void {
  if (bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })
}

/** Like `enter`, within the caller's transaction, for an account it just created. */
export async function enterNow(app: App, tx: Tx, account: AccountRow, origin: Origin): Promise<Entry> {
  const now = app.now()
  if (!(await setLastLogin(tx, isOpen(account.id), now))) throw wrongCredentials()
  const { cookie, news, isFirstBrowser } = await rememberDevice(tx, account.id, origin, now)
  // An account without known browsers may be an old one; what counts is an earlier sign-in.
  if (news || (isFirstBrowser && account.lastLoginAt !== null)) await tellNewDevice(app, tx, account, origin, now)
  return { account, token: await openSession(tx, account.id, origin, now), deviceCookie: cookie }
}

/** Informs the owner of a sign-in from a new browser, with a link that ends it. */
async function tellNewDevice(app: App, tx: Tx, account: AccountRow, { ip, device, language }: Origin, now: Date): Promise<void> {
  const at = now.toISOString()
  const to = { ...account, language: account.language ?? language }
  const country = app.countryOf?.(ip) ?? null
  const named = country && new Intl.DisplayNames([to.language], { type: 'region', fallback: 'code' }).of(country)
  const place = named ? `${named} (${ip})` : ip
  const found = describeDevice(device)
  const data = { device: found ? nameDevice(found, ', ') : '–', place, time: at }
  await warnOwner(app.database, tx, to, { template: 'new_device', data }, now)
}

const isOpen = (id: number) => and(eq(accounts.id, id), isNull(accounts.bannedAt), isNull(accounts.closedAt))

export function wrongCredentials(): AppError {
  return new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
}
