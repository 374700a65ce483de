import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { identities } from './identities.table.ts'

/**
 * Call it after taking a way to sign in from an account, in the same transaction: one must remain. It locks the account, so of two
 * removals at once the second sees the first. Throws `account.last_sign_in`.
 */
export async function keepOneWay(tx: Tx, accountId: number): Promise<void> {
  const found = await tx
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update')
  const { passwordHash } = foundRow(found[0])
  const left = await tx.select().from(identities).where(eq(identities.accountId, accountId))
  const isAddress = (provider: string): boolean => provider === 'email' || provider === 'phone'
  // A password is asked for together with an address; a code goes only to one that is known to be the member's.
  const byPassword = passwordHash !== null && left.some(({ provider }) => isAddress(provider))
  const byOther = left.some(({ provider, verifiedAt }) => !isAddress(provider) || verifiedAt !== null)
  if (!byPassword && !byOther) throw new AppError('account.last_sign_in')
}
