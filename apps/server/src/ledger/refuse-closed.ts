import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'

/** Whether the member closed the account. Locks it against closing only. */
export async function isClosed(tx: Tx, accountId: number): Promise<boolean> {
  const [account] = await tx.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, accountId)).for('key share')
  return account !== undefined && account.closedAt !== null
}

/** Throws `account.closed` if the account is closed; locks it against closing. */
export async function refuseClosed(tx: Tx, accountId: number): Promise<void> {
  if (await isClosed(tx, accountId)) throw new AppError('account.closed')
}
