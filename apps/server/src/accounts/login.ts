import { and, eq, isNull } from 'drizzle-orm'
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
  // Taken before the password is looked at and given back when it is right: tries sent all at once are counted too.
  for (const [counter, name] of counters) await counter.take(name)

  const [account] = await database.db.select().from(accounts).where(eq(accounts.emailKey, key))
  if (!(await passwordMatches(account?.passwordHash ?? null, input.password)) || !account) {
    throw new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
  }
  await limits.passwordByAddress.giveBack(network)
  await limits.passwordHere.clear(`${key} ${network}`)
  await limits.passwordAnywhere.clear(key)
  if (account.bannedAt) throw new AppError('account.banned', { fields: { email: 'account.banned' } })

  const at = now()
  const token = await database.transaction(async (tx) => {
    // The password may have been changed since it was read: a session opened now would outlive the change.
    const unchanged = and(eq(accounts.id, account.id), eq(accounts.passwordHash, account.passwordHash), isNull(accounts.bannedAt))
    const [entered] = await tx.update(accounts).set({ lastLoginAt: at }).where(unchanged).returning({ id: accounts.id })
    if (!entered) throw new AppError('account.wrong_credentials', { fields: { password: 'account.wrong_credentials' } })
    return openSession(tx, account.id, origin, at)
  })
  return { account, token }
}
