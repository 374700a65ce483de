import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { ledgerAccounts, type LedgerKind } from './ledger.table.ts'

/**
 * Locks a member's account of a kind until the transaction ends and returns its balance in minor units. For money that no
 * constraint keeps from falling below zero. Lock `commission` before `held` and `member`.
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
