import type { Assertion } from '@portico/contract/passkey-answers'
import type { Caller } from '../actor.ts'
import { checkPassword } from '../accounts/check-password.ts'
import type { App } from '../app.ts'
import { checkCode, type EnteredCode, takeCode } from '../codes/check-code.ts'
import { AppError } from '../errors.ts'
import { acceptFactor } from '../factors/check-factor.ts'
import { guess } from '../guess.ts'
import { askForPasskey, checkPasskey, acceptPasskey } from '../passkeys/check-passkey.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { confirmSession } from '../sessions/sessions.ts'
import { siteOrigin } from '../settings/settings.ts'

export async function confirmByPassword(app: App, by: Caller, password: string): Promise<void> {
  await checkPassword(app, by, { password })
  await confirmSession(app.database.db, by.sessionId, app.now())
}

export async function confirmByCode(app: App, by: Caller, entered: EnteredCode): Promise<void> {
  const code = await checkCode(app.database.db, entered, { purpose: 'confirm', accountId: by.accountId }, app.now())
  await app.database.transaction(async (tx) => {
    await takeCode(tx, code)
    await confirmSession(tx, by.sessionId, app.now())
  })
}

/** Confirms the session by a code of the authenticator app, or a recovery code. Throws `code.wrong`. */
export async function confirmByFactor(app: App, by: Caller, entered: string): Promise<void> {
  const { database, limits } = app
  // Per session: guesses in a stolen session do not use up the owner's tries.
  await guess([[limits.secondFactor, `session ${by.sessionId}`]], 'code.wrong', () =>
    database.transaction(async (tx) => {
      const isRight = await acceptFactor(tx, database.secrets, { accountId: by.accountId, entered }, app.now())
      if (!isRight) throw new AppError('code.wrong', { fields: { totp: 'code.wrong' } })
      await confirmSession(tx, by.sessionId, app.now())
    }),
  )
}

export function beginPasskeyConfirm(app: App, by: Caller): Promise<object> {
  return askForPasskey(app.database.db, siteOf(app), { purpose: 'passkey_confirm', accountId: by.accountId }, app.now())
}

/** Confirms the session by a passkey. Throws `passkey.refused`. */
export async function confirmByPasskey(app: App, by: Caller, answer: Assertion): Promise<void> {
  const wanted = { purpose: 'passkey_confirm', accountId: by.accountId } as const
  const checked = await checkPasskey(app.database.db, siteOf(app), answer, wanted, app.now())
  await app.database.transaction(async (tx) => {
    await acceptPasskey(tx, checked, app.now())
    await confirmSession(tx, by.sessionId, app.now())
  })
}

const siteOf = (app: App) => relyingParty(siteOrigin(app.settings(), app.config))
