import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { lockAccount } from '../accounts/write-account.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { passkeys } from '../passkeys/passkeys.table.ts'
import { identities } from './identities.table.ts'

/**
 * Removes a way to sign in, and throws `account.last_sign_in` if none is left: no password with an address to enter with it, no
 * verified address that codes can be sent to, no account at another site, no passkey. Two removals at once wait for each other.
 */
export async function keepAWayIn<T>(tx: Tx, accountId: number, remove: () => Promise<T>): Promise<T> {
  await lockAccount(tx, accountId)
  const removed = await remove()
  const isAddress = sql`${identities.provider} in ('email', 'phone')`
  const opens = sql`(not ${isAddress} or ${identities.verifiedAt} is not null or ${accounts.passwordHash} is not null)`
  const [identity] = await tx
    .select({ id: identities.id })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(eq(identities.accountId, accountId), opens))
    .limit(1)
  if (identity) return removed
  const [passkey] = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.accountId, accountId)).limit(1)
  if (!passkey) throw new AppError('account.last_sign_in')
  return removed
}
