import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'

/** Whether the member has closed the account: nobody could use money there. Locks it against closing, but not against other changes. */
export async function isClosed(tx: Tx, accountId: number): Promise<boolean> {
  const [account] = await tx.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, accountId)).for('key share')
  return account !== undefined && account.closedAt !== null
}

/** Throws `account.closed` if the member has closed the account, and locks it against closing. */
export async function refuseClosed(tx: Tx, accountId: number): Promise<void> {
  if (await isClosed(tx, accountId)) throw new AppError('account.closed')
}
