import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'

/** Locks the account against closing, and throws `account.closed` if its member has closed it: nobody could use money there. */
export async function refuseClosed(tx: Tx, accountId: number): Promise<void> {
  const [account] = await tx.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, accountId)).for('share')
  if (account?.closedAt) throw new AppError('account.closed')
}
