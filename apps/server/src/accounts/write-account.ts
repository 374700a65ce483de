import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { type AccountRow, accounts, FIRST_ROW } from './accounts.table.ts'

/** Numbers that may be left out at once, so that an account keeps the one it had elsewhere: each takes a microsecond. */
const MOST_SKIPPED = 10_000_000

type NewAccount = Omit<typeof accounts.$inferInsert, 'id'>

/**
 * Inserts an account without any way to sign in. `keptId`: the number it had at another panel, which it gets if that is free; then later
 * accounts get higher ones.
 */
export async function insertAccount(tx: Tx, values: NewAccount, keptId: number | null = null): Promise<AccountRow> {
  if (keptId !== null && keptId > 0 && keptId < FIRST_ROW && (await skipTo(tx, keptId))) {
    const kept = { ...values, id: keptId }
    const [row] = await tx.insert(accounts).overridingSystemValue().values(kept).onConflictDoNothing({ target: accounts.id }).returning()
    if (row) return row
  }
  return writtenRow(await tx.insert(accounts).values(values).returning())
}

/** Takes all numbers up to `id`, so that nobody is given it; false: it is too far ahead. Safe at once with others, unlike setting one. */
async function skipTo(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ ahead: string }>(sql`select ${id} - last_value as ahead from accounts_id_seq`)
  const ahead = Number(rows[0]?.ahead ?? 0)
  if (ahead > MOST_SKIPPED) return false
  if (ahead > 0) await tx.execute(sql`select count(nextval('accounts_id_seq')) from generate_series(1, ${ahead}::bigint)`)
  return true
}

/** Changes columns of an account. Throws `not_found`. */
export async function updateAccount(tx: Tx, id: number, set: Partial<Omit<AccountRow, 'label'>>): Promise<AccountRow> {
  return foundRow(await tx.update(accounts).set(set).where(eq(accounts.id, id)).returning())
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
