import type { Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { createSubscription } from '../subscriptions/change-subscription.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'
import { hashPassword } from './password.ts'

/** Opens an account with its (empty) subscription. Throws `account.email_taken` for any spelling of a known address. */
export async function createAccount(tx: Tx, input: { email: string; password: string; isAdmin?: boolean }, now: Date): Promise<AccountRow> {
  const passwordHash = await hashPassword(input.password)
  try {
    const values = {
      email: input.email.trim(),
      emailKey: emailKey(input.email),
      passwordHash,
      isAdmin: input.isAdmin ?? false,
      createdAt: now,
    }
    const [account] = await tx.insert(accounts).values(values).returning()
    if (!account) throw new Error('insert returned no row')
    await createSubscription(tx, account.id)
    return account
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email_key'))
      throw new AppError('account.email_taken', { fields: { email: 'account.email_taken' } })
    throw error
  }
}
