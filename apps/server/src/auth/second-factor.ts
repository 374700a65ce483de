import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { wrongCode } from '../codes/check-code.ts'
import { AppError } from '../errors.ts'
import { acceptFactor } from '../factors/check-factor.ts'
import { guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'
import { isKnownDevice } from '../known-devices/known-devices.ts'
import { takeToken, tryToken } from '../one-time-tokens/one-time-tokens.ts'
import { enterNow, type Entry, refuseBanned } from './enter.ts'

const MOST_TRIES = 5

/**
 * Finishes a sign-in whose first factor was right. The token decides whose it is. Throws `code.wrong`, and `account.second_factor_over`
 * when the token is unknown, used or expired, or was tried five times.
 */
export async function enterSecondFactor(app: App, entered: { token: string; code: string }, origin: Origin): Promise<Entry> {
  const { database, limits } = app
  const tried = await tryToken(database.db, 'second_factor', { token: entered.token, most: MOST_TRIES }, app.now())
  const accountId = tried?.accountId ?? null
  if (accountId === null) throw over()
  const [account] = await database.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) throw over()
  refuseBanned(account)
  const kind = (await isKnownDevice(database.db, accountId, origin)) ? 'known' : 'other'
  return guess([[limits.secondFactor, `${kind} ${accountId}`]], 'code.wrong', () =>
    database.transaction(async (tx) => {
      if (!(await takeToken(tx, 'second_factor', entered.token, app.now()))) throw over()
      if (!(await acceptFactor(tx, database.secrets, { accountId, entered: entered.code }, app.now()))) throw wrongCode()
      return enterNow(tx, account, origin, app.now())
    }),
  )
}

function over(): AppError {
  return new AppError('account.second_factor_over')
}
