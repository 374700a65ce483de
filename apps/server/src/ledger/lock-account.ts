import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { ledgerAccounts, type LedgerKind } from './ledger.table.ts'

/**
 * Locks what a member has of a kind until the transaction ends and says how much it is, in minor units: for money that may
 * not be spent below zero without a constraint that forbids it. Lock `commission` before `held` and `member`.
 */
export async function lockAccount(tx: Tx, kind: LedgerKind, ownerId: number, currency: string): Promise<number> {
  await tx.insert(ledgerAccounts).values({ kind, ownerId, currency }).onConflictDoNothing()
  const [row] = await tx
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId), eq(ledgerAccounts.currency, currency)))
    .for('update')
  if (!row) throw new Error('a ledger account that was just made is missing')
  return row.balance
}
