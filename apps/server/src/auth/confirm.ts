import type { Caller } from '../actor.ts'
import { checkPassword } from '../accounts/check-password.ts'
import type { App } from '../app.ts'
import { checkCode, type EnteredCode, useCode } from '../codes/check-code.ts'
import { confirmSession } from '../sessions/sessions.ts'

export async function confirmByPassword(app: App, by: Caller, password: string): Promise<void> {
  await checkPassword(app, by, { password })
  await confirmSession(app.database.db, by.sessionId, app.now())
}

export async function confirmByCode(app: App, by: Caller, entered: EnteredCode): Promise<void> {
  const code = await checkCode(app.database.db, entered, { purpose: 'confirm', accountId: by.accountId }, app.now())
  await app.database.transaction(async (tx) => {
    await useCode(tx, code)
    await confirmSession(tx, by.sessionId, app.now())
  })
}
