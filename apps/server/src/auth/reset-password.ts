import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { lockAccount, setPassword } from '../accounts/write-account.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import type { App } from '../app.ts'
import { dropCodes, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { siteNames } from '../in-language.ts'
import { forgetDevices } from '../known-devices/known-devices.ts'
import { dropTokens, dropTokensFor, takenBackSince } from '../one-time-tokens/one-time-tokens.ts'
import { endSessions } from '../sessions/sessions.ts'
import { checkAddressCode } from './check-address-code.ts'
import { proveIdentity } from './first-proof.ts'
import type { Origin } from '../http/origin.ts'

/**
 * Sets a new password for the account that has the code's address. It ends sessions, known browsers, open links and
 * codes, so that a thief is out.
 */
export async function resetPassword(app: App, entered: EnteredCode, password: string, origin: Origin): Promise<void> {
  const found = await checkAddressCode(app, entered, 'reset', origin)
  if (found.account.bannedAt || found.account.closedAt) throw wrongCode()
  requireGoodPassword(password, [found.account.email, found.account.phone, ...siteNames(app.settings())])
  const passwordHash = await hashPassword(password)
  const { id } = found.account
  await app.database.transaction(async (tx) => {
    const now = app.now()
    await lockAccount(tx, id)
    await takeCode(tx, found.code)
    await dropCodes(tx, id)
    await proveIdentity(app, tx, found, origin)
    await setPassword(tx, id, passwordHash)
    await endSessions(tx, id)
    await forgetDevices(tx, id)
    // An intruder may hold an old link, so old links end; the new one can undo just as much.
    const since = await takenBackSince(tx, id, now)
    await dropTokens(tx, id)
    await dropTokensFor(tx, id, 'not_me')
    const warning = { template: 'password_changed', data: { time: now.toISOString() } } as const
    await warnOwner(app.database, tx, found.account, warning, now, since ?? now)
  })
}
