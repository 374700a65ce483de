import { eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import type { Limits } from '../http/limits.ts'
import { accounts } from './accounts.table.ts'
import { passwordMatches } from './password.ts'

/** Asks who is signed in for the password once more, before something that a found or stolen session must not do. */
export async function checkPassword(
  { database, limits }: { database: Database; limits: Limits },
  by: Caller,
  input: { password: string },
): Promise<void> {
  // Shared with the change of password: guesses count together, and before they are looked at.
  const key = `change ${by.accountId}`
  await limits.passwordHere.take(key)
  const [account] = await database.db.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, by.accountId))
  if (!account || !(await passwordMatches(account.hash, input.password))) {
    throw new AppError('account.wrong_password', { fields: { password: 'account.wrong_password' } })
  }
  await limits.passwordHere.clear(key)
}
