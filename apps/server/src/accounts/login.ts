import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Counter, guess } from '../guess.ts'
import type { Limits } from '../http/limits.ts'
import type { Origin } from '../http/origin.ts'
import { openSession } from '../sessions/sessions.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'
import { keepPassword, passwordMatches } from './password.ts'

/**
 * Checks the password and opens a session. An unknown address and a wrong password look the same. Wrong passwords count per account
 * as the database compares addresses, whatever the spelling.
 */
export async function login(
  { database, limits, now }: { database: Database; limits: Limits; now: () => Date },
  input: { email: string; password: string },
  origin: Origin,
): Promise<{ account: AccountRow; token: string }> {
  const key = emailKey(input.email)
  const { network } = origin
  const tries: Counter[] = [
    [limits.passwordHere, `${key} ${network}`],
    [limits.passwordAnywhere, key],
    [limits.passwordByAddress, network],
  ]
  const account = await guess(tries, 'account.wrong_credentials', async () => {
    const [found] = await database.db.select().from(accounts).where(eq(accounts.emailKey, key))
    if (!(await passwordMatches(found?.passwordHash ?? null, input.password)) || !found) throw wrongCredentials()
    return found
  })
  if (account.bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })

  const at = now()
  const token = await database.transaction(async (tx) => {
    // The password may have been changed since it was read: a session opened now would outlive the change.
    if (!(await keepPassword(tx, account.id, account.passwordHash, input.password))) throw wrongCredentials()
    const open = and(eq(accounts.id, account.id), isNull(accounts.bannedAt))
    const [entered] = await tx.update(accounts).set({ lastLoginAt: at }).where(open).returning({ id: accounts.id })
    if (!entered) throw wrongCredentials()
    return openSession(tx, account.id, origin, at)
  })
  return { account, token }
}

function wrongCredentials(): AppError {
  return new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
}
