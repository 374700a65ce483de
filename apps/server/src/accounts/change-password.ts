import { eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http/router.ts'
import type { Limits } from '../http/limits.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accounts } from './accounts.table.ts'
import { hashPassword, passwordMatches } from './password.ts'

/** Needs the current password; every other session of the account ends with it. */
export async function changePassword(
  { database, limits }: { database: Database; limits: Limits },
  by: Caller,
  input: { oldPassword: string; newPassword: string },
): Promise<void> {
  const key = `change ${by.accountId}`
  await limits.passwordHere.check(key)
  const [account] = await database.db.select().from(accounts).where(eq(accounts.id, by.accountId))
  if (!account || !(await passwordMatches(account.passwordHash, input.oldPassword))) {
    await limits.passwordHere.take(key)
    throw new AppError('account.wrong_password', { fields: { old_password: 'account.wrong_password' } })
  }
  const passwordHash = await hashPassword(input.newPassword)
  await database.transaction(async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, by.accountId))
    await endSessions(tx, by.accountId, by.sessionId)
  })
}
