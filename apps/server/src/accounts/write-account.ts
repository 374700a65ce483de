import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

/** Inserts an account without any way to sign in. */
export async function insertAccount(tx: Tx, values: typeof accounts.$inferInsert): Promise<AccountRow> {
  return writtenRow(await tx.insert(accounts).values(values).returning())
}

/** Changes columns of an account. Throws `not_found`. */
export async function updateAccount(tx: Tx, id: number, set: Partial<Omit<AccountRow, 'label'>>): Promise<AccountRow> {
  const [changed] = await tx.update(accounts).set(set).where(eq(accounts.id, id)).returning()
  if (!changed) throw new AppError('not_found')
  return changed
}

/** Sets the password's hash; null: the account has no password. */
export async function setPassword(tx: Tx, id: number, passwordHash: string | null): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
}

/** Stores the time of a sign-in if the condition `unchanged` holds; returns whether it does. */
export async function setLastLogin(tx: Tx, unchanged: SQL | undefined, now: Date): Promise<boolean> {
  const rows = await tx.update(accounts).set({ lastLoginAt: now }).where(unchanged).returning({ id: accounts.id })
  return rows.length > 0
}

/**
 * Locks the account and returns it. Lock it before the subscription. Purchases, which hold the subscription and reference the account, can
 * go on; setting an address blocks them, so lock the subscription before that.
 */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return account
}
