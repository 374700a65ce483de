import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './ledger.table.ts'
import { type Leg, type Posting, post } from './post.ts'

/** Whether an order can take money back. */
type HasPlace = (orderId: number) => Promise<boolean>

/**
 * Reverses the transaction with the key `undone`, once per key. `accountId`: owner of the orders in it. Money of an order that cannot take
 * it goes to the balance. Throws if there is nothing to undo.
 */
export async function undoPosting(
  tx: Tx,
  undone: string,
  { accountId, hasPlace, ...posting }: Omit<Posting, 'legs' | 'currency'> & { accountId: number; hasPlace: HasPlace },
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
  const legs: Leg[] = []
  for (const { kind, ownerId, amount, orderId } of entries) {
    if (orderId === null) legs.push({ kind, ownerId, amount: -amount })
    else if (await hasPlace(orderId)) legs.push({ kind, ownerId, amount: -amount, order: { id: orderId, accountId } })
    else legs.push({ kind: 'member', ownerId: accountId, amount: -amount })
  }
  return post(tx, { ...posting, currency, legs })
}
