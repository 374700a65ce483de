import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './ledger.table.ts'
import { type Leg, type Posting, post } from './post.ts'

/**
 * Posts the opposite of the transaction with the key `undone`, once per key. `accountId`: whose orders its entries name. Throws if
 * there is nothing to undo.
 */
export async function undoPosting(
  tx: Tx,
  undone: string,
  { accountId, ...posting }: Omit<Posting, 'legs' | 'currency'> & { accountId: number },
): Promise<boolean> {
  const { currency: moneyOf, amount, orderId } = ledgerEntries
  const entries = await tx
    .select({ kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId, currency: moneyOf, amount, orderId })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(eq(ledgerTransactions.key, undone))
  const currency = entries[0]?.currency
  if (currency === undefined || entries.some((entry) => entry.currency !== currency)) throw new Error(`nothing to undo: ${undone}`)
  const legs: Leg[] = entries.map(({ kind, ownerId, amount, orderId }) => ({
    kind,
    ownerId,
    amount: -amount,
    ...(orderId !== null && { order: { id: orderId, accountId } }),
  }))
  return post(tx, { ...posting, currency, legs })
}
