import { and, eq, sql } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import type { Limits } from '../http/limits.ts'
import { siteNames } from '../in-language.ts'
import { dropTokens } from '../one-time-tokens/one-time-tokens.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accounts } from './accounts.table.ts'
import { checkPassword } from './check-password.ts'
import { holdSession } from './hold-session.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import { warnOwner } from './warn-owner.ts'

/** Changes the caller's password. Requires the current one, ends all other sessions and informs the owner. */
export async function changePassword(
  app: { database: Database; limits: Limits; settings: () => Settings; now: () => Date },
  by: Caller,
  input: { oldPassword: string; newPassword: string },
): Promise<void> {
  const account = await checkPassword(app, by, { password: input.oldPassword, field: 'old_password' })
  requireGoodPassword(input.newPassword, [account.email, ...siteNames(app.settings())], 'new_password')
  const passwordHash = await hashPassword(input.newPassword)
  await app.database.transaction(async (tx) => {
    await holdSession(tx, by)
    // If another change came first, the password checked above is no longer the current one.
    const unchanged = and(eq(accounts.id, by.accountId), sql`${accounts.passwordHash} is not distinct from ${account.passwordHash}`)
    const [changed] = await tx.update(accounts).set({ passwordHash }).where(unchanged).returning({ id: accounts.id })
    if (!changed) throw new AppError('account.wrong_password', { fields: { old_password: 'account.wrong_password' } })
    await endSessions(tx, by.accountId, by.sessionId)
    const now = app.now()
    await warnOwner(app.database, tx, account, { template: 'password_changed', data: { time: now.toISOString() } }, now)
    // Sign-ins between their two steps end as well: they started with the old password.
    await dropTokens(tx, by.accountId)
  })
}
