import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

/** Throws `account.email_taken` for any spelling of a known address. */
export async function insertAccount(tx: Tx, values: typeof accounts.$inferInsert): Promise<AccountRow> {
  return writtenRow(await refuseTakenEmail(tx.insert(accounts).values(values).returning()))
}

/** Throws `not_found`, and `account.email_taken` for any spelling of an address that another account has. */
export async function updateAccount(tx: Tx, id: number, set: Partial<AccountRow>): Promise<AccountRow> {
  const [changed] = await refuseTakenEmail(tx.update(accounts).set(set).where(eq(accounts.id, id)).returning())
  if (!changed) throw new AppError('not_found')
  return changed
}

function refuseTakenEmail<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('account.email_taken', { fields: { email: 'account.email_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'accounts_email_key'), refusal)
}
