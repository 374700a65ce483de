import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

/** Inserts an account without any way to sign in. */
export async function insertAccount(tx: Tx, values: typeof accounts.$inferInsert): Promise<AccountRow> {
  return writtenRow(await tx.insert(accounts).values(values).returning())
}

/** Throws `not_found`. */
export async function updateAccount(tx: Tx, id: number, set: Partial<Omit<AccountRow, 'label'>>): Promise<AccountRow> {
  const [changed] = await tx.update(accounts).set(set).where(eq(accounts.id, id)).returning()
  if (!changed) throw new AppError('not_found')
  return changed
}

/** null: the account loses its password. */
export async function setPassword(tx: Tx, id: number, passwordHash: string | null): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
}

/** Notes a sign-in to the account, if it is still as `unchanged` says; false: it is not. */
export async function setLastLogin(tx: Tx, unchanged: SQL | undefined, now: Date): Promise<boolean> {
  const rows = await tx.update(accounts).set({ lastLoginAt: now }).where(unchanged).returning({ id: accounts.id })
  return rows.length > 0
}

/**
 * Makes other changes of the account wait for this one, and returns it as it is now. Lock it before the subscription. Purchases hold the
 * subscription and then refer to the account: this lock lets them. A new address does not, so lock the subscription before you set one.
 */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return account
}
