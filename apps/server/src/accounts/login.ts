import { eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Limits } from '../http/limits.ts'
import type { Origin } from '../http/router.ts'
import { openSession } from '../sessions/sessions.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'
import { passwordMatches } from './password.ts'

/**
 * Checks the password and opens a session. An unknown address and a wrong password look the same. Wrong tries count for
 * the account as the database compares it, whatever the spelling.
 */
export async function login(
  { database, limits, now }: { database: Database; limits: Limits; now: () => Date },
  input: { email: string; password: string },
  origin: Origin,
): Promise<{ account: AccountRow; token: string }> {
  const key = emailKey(input.email)
  const { network } = origin
  const counters = [
    [limits.passwordHere, `${key} ${network}`],
    [limits.passwordAnywhere, key],
    [limits.passwordByAddress, network],
  ] as const
  for (const [counter, name] of counters) await counter.check(name)

  const [account] = await database.db.select().from(accounts).where(eq(accounts.emailKey, key))
  if (!(await passwordMatches(account?.passwordHash ?? null, input.password)) || !account) {
    await Promise.allSettled(counters.map(([counter, name]) => counter.take(name)))
    throw new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
  }
  if (account.bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })
  await limits.passwordHere.clear(`${key} ${network}`)
  await limits.passwordAnywhere.clear(key)

  const at = now()
  const token = await openSession(database.db, account.id, origin, at)
  await database.db.update(accounts).set({ lastLoginAt: at }).where(eq(accounts.id, account.id))
  return { account, token }
}
