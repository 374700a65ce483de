import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { setPassword } from '../accounts/write-account.ts'
import { writeToOwner } from '../accounts/write-to-owner.ts'
import type { App } from '../app.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { findIdentity } from '../identities/find-identity.ts'
import { verifyIdentity } from '../identities/write-identity.ts'
import { forgetDevices } from '../known-devices/known-devices.ts'
import { dropTokens } from '../one-time-tokens/one-time-tokens.ts'
import { endSessions } from '../sessions/sessions.ts'

/** Sets a new password for the account that has the code's address. Whoever had taken it over is out: sessions, devices, open links. */
export async function resetPassword(app: App, entered: EnteredCode, password: string): Promise<void> {
  const code = await checkCode(app.database.db, entered, { purpose: 'reset' }, app.now())
  const found = await findIdentity(app.database.db, { provider: code.channel, subject: code.subject })
  if (!found || found.account.bannedAt || found.account.closedAt) throw wrongCode()
  requireGoodPassword(password, [found.account.email, found.account.phone, app.settings()['site.title']])
  const passwordHash = await hashPassword(password)
  const { id } = found.account
  await app.database.transaction(async (tx) => {
    await takeCode(tx, code)
    await setPassword(tx, id, passwordHash)
    await verifyIdentity(tx, found.identity.id, app.now())
    await endSessions(tx, id)
    await forgetDevices(tx, id)
    await dropTokens(tx, id)
    const now = app.now()
    await writeToOwner(app.database, tx, found.account, { template: 'password_changed', data: { time: now.toISOString() } }, now)
  })
}
