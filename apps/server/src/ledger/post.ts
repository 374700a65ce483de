import type { Movement } from '@portico/contract/ledger-admin'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts, ledgerEntries, type LedgerKind, ledgerTransactions } from './ledger.table.ts'

export type Leg = { kind: LedgerKind; ownerId?: number; amount: number }
export type Posting = { kind: Movement; key: string; currency: string; legs: Leg[]; note?: string; byAccountId?: number | null; at: Date }

/**
 * Moves money. The legs (minor units, positive = received) must sum to zero. A `key` posts once: posting it again returns false and
 * moves nothing, and so does a posting of nothing. Throws `balance.insufficient` when a member's balance would fall below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const { currency, kind, key, note = '', byAccountId = null, at } = posting
  const legs = posting.legs.filter((leg) => leg.amount !== 0)
  if (legs.length === 0) return false
  const [begun] = await tx
    .insert(ledgerTransactions)
    .values({ kind, key, note, byAccountId, createdAt: at })
    .onConflictDoNothing({ target: ledgerTransactions.key })
    .returning({ id: ledgerTransactions.id })
  if (!begun) return false
  const entries: (typeof ledgerEntries.$inferInsert)[] = []
  for (const { amount, ...owner } of legs) {
    entries.push({ transactionId: begun.id, ledgerAccountId: await accountId(tx, owner, currency), currency, amount })
  }
  // In the order of the accounts, so that two postings never wait for each other.
  entries.sort((a, b) => a.ledgerAccountId - b.ledgerAccountId)
  try {
    await tx.insert(ledgerEntries).values(entries)
  } catch (error) {
    throw isCheckViolation(error, 'ledger_member_not_negative') ? new AppError('balance.insufficient') : error
  }
  return true
}

/** The ledger account of that owner. The first entry creates it. */
async function accountId(tx: Tx, { kind, ownerId = 0 }: Omit<Leg, 'amount'>, currency: string): Promise<number> {
  const find = () =>
    tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId), eq(ledgerAccounts.currency, currency)))
  const [known] = await find()
  if (known) return known.id
  await tx.insert(ledgerAccounts).values({ kind, ownerId, currency }).onConflictDoNothing()
  return writtenRow(await find()).id
}

/** What a member can spend, or has of another stored kind, in minor units. */
export async function memberBalance(
  db: Db,
  accountId: number,
  currency: string,
  kind: 'member' | 'commission' | 'held' = 'member',
): Promise<number> {
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, accountId), eq(ledgerAccounts.currency, currency)))
  return row?.balance ?? 0
}
