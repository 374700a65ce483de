import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { lockAccount, setPassword } from '../accounts/write-account.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import type { App } from '../app.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { findIdentity } from '../identities/find-identity.ts'
import { forgetDevices } from '../known-devices/known-devices.ts'
import { dropTokens, dropTokensFor, takenBackSince } from '../one-time-tokens/one-time-tokens.ts'
import { endSessions } from '../sessions/sessions.ts'
import { proveIdentity } from './first-proof.ts'
import { type Counter, guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'

/** Sets a new password for the account that has the code's address. Whoever had taken it over is out: sessions, devices, open links. */
export async function resetPassword(app: App, entered: EnteredCode, password: string, origin: Origin): Promise<void> {
  const tries: Counter[] = [[app.limits.codeTriesByNetwork, origin.network]]
  const code = await guess(tries, 'code.wrong', () => checkCode(app.database.db, entered, { purpose: 'reset' }, app.now()))
  const found = await findIdentity(app.database.db, { provider: code.channel, subject: code.subject })
  if (!found || found.account.bannedAt || found.account.closedAt) throw wrongCode()
  requireGoodPassword(password, [found.account.email, found.account.phone, app.settings()['site.title']])
  const passwordHash = await hashPassword(password)
  const { id } = found.account
  await app.database.transaction(async (tx) => {
    const now = app.now()
    await lockAccount(tx, id)
    await takeCode(tx, code)
    await proveIdentity(app, tx, found, origin)
    await setPassword(tx, id, passwordHash)
    await endSessions(tx, id)
    await forgetDevices(tx, id)
    // Somebody who read the mailbox for a while may keep an old link. The new one takes back as much.
    const since = await takenBackSince(tx, id, now)
    await dropTokens(tx, id)
    await dropTokensFor(tx, id, 'not_me')
    const warning = { template: 'password_changed', data: { time: now.toISOString() } } as const
    await warnOwner(app.database, tx, found.account, warning, now, since ?? now)
  })
}
