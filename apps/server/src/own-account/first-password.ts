import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { holdSession } from '../accounts/hold-session.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { setPassword } from '../accounts/write-account.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError, foundRow } from '../errors.ts'
import { siteNames } from '../in-language.ts'

/** Sets the caller's first password. Throws its faults, and `account.has_password`, also to all but one of simultaneous calls. */
export async function setFirstPassword(app: App, by: Caller, password: string): Promise<void> {
  const { accountId } = by
  const now = app.now()
  const { email, phone, passwordHash: present } = foundRow(await app.database.db.select().from(accounts).where(eq(accounts.id, accountId)))
  if (present !== null) throw new AppError('account.has_password')
  requireGoodPassword(password, [email, phone, ...siteNames(app.settings())])
  const passwordHash = await hashPassword(password)
  await app.database.transaction(async (tx) => {
    const account = await holdSession(tx, by)
    if (account?.passwordHash !== null) throw new AppError('account.has_password')
    await setPassword(tx, accountId, passwordHash)
    await warnOwner(app.database, tx, account, { template: 'password_changed', data: { time: now.toISOString() } }, now)
  })
}
