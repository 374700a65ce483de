import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { guess } from '../guess.ts'
import type { Limits } from '../http/limits.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { passwordMatches } from './password.ts'

/**
 * Asks signed-in members for their password again, before an action that a found or stolen session must not allow. `field` is the
 * input that a wrong password is reported for. All callers share one count of wrong passwords.
 */
export async function checkPassword(
  { database, limits }: { database: Database; limits: Limits },
  by: Caller,
  input: { password: string; field?: string },
): Promise<AccountRow> {
  return guess([[limits.passwordAgain, String(by.sessionId)]], 'account.wrong_password', async () => {
    const [account] = await database.db.select().from(accounts).where(eq(accounts.id, by.accountId))
    if (account && (await passwordMatches(account.passwordHash, input.password))) return account
    throw new AppError('account.wrong_password', { fields: { [input.field ?? 'password']: 'account.wrong_password' } })
  })
}
