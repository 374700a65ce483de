import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts, ledgerEntries, type LedgerKind, ledgerTransactions } from './ledger.table.ts'

export type Leg = { kind: LedgerKind; ownerId?: number; amount: number }
export type Posting = { kind: string; key: string; currency: string; legs: Leg[]; note?: string; byAccountId?: number | null; at: Date }

/**
 * Moves money: the legs (minor units, positive = received) must sum to zero. A `key` posts once: the second posting of the
 * same cause returns false and moves nothing. Throws `balance.insufficient` where a member's balance would go below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const legs = posting.legs.filter((leg) => leg.amount !== 0)
  const [transaction] = await tx
    .insert(ledgerTransactions)
    .values({
      kind: posting.kind,
      key: posting.key,
      note: posting.note ?? '',
      byAccountId: posting.byAccountId ?? null,
      createdAt: posting.at,
    })
    .onConflictDoNothing({ target: ledgerTransactions.key })
    .returning({ id: ledgerTransactions.id })
  if (!transaction) return false
  try {
    for (const leg of legs) {
      const ledgerAccountId = await ledgerAccount(tx, leg.kind, leg.ownerId ?? 0, posting.currency)
      const entry = { transactionId: transaction.id, ledgerAccountId, currency: posting.currency, amount: leg.amount }
      await tx.insert(ledgerEntries).values(entry)
    }
  } catch (error) {
    if (isCheckViolation(error, 'ledger_member_not_negative')) throw new AppError('balance.insufficient')
    throw error
  }
  return true
}

/** What a member can spend, or has of another kept kind, in minor units. */
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

async function ledgerAccount(tx: Tx, kind: LedgerKind, ownerId: number, currency: string): Promise<number> {
  const which = and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId), eq(ledgerAccounts.currency, currency))
  const find = (): Promise<{ id: number }[]> => tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(which)
  const [known] = await find()
  if (known) return known.id
  await tx.insert(ledgerAccounts).values({ kind, ownerId, currency }).onConflictDoNothing()
  const [made] = await find()
  if (!made) throw new Error('a ledger account that was just made is missing')
  return made.id
}
