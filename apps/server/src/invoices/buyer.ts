import type { Buyer } from '@portico/contract/invoices'
import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { toColumns } from '../to-columns.ts'
import { invoiceBuyers } from './invoices.table.ts'

type BuyerRow = typeof invoiceBuyers.$inferSelect
export type BuyerText = Omit<BuyerRow, 'accountId'>

const NOBODY: BuyerText = { name: '', address: '', taxNumber: '' }

/** The buyer on an account's future invoices. */
export async function readBuyer(db: Db, accountId: number): Promise<BuyerText> {
  const { name, address, taxNumber } = invoiceBuyers
  const [row] = await db.select({ name, address, taxNumber }).from(invoiceBuyers).where(eq(invoiceBuyers.accountId, accountId))
  return row ?? NOBODY
}

/** Changes the buyer on the caller's future invoices. */
export function saveBuyer({ transaction }: Database, by: Caller, buyer: Buyer, now: Date): Promise<BuyerText> {
  const { accountId } = by
  return transaction(async (tx) => {
    const before = await readBuyer(tx, accountId)
    const after = toColumns(invoiceBuyers, buyer)
    await tx
      .insert(invoiceBuyers)
      .values({ accountId, ...after })
      .onConflictDoUpdate({ target: invoiceBuyers.accountId, set: after })
    await record(tx, by, { action: 'invoice_buyer.update', entity: 'invoice_buyer', id: accountId, before, after }, now)
    return after
  })
}

/** Deletes the buyer of a closed account. Issued documents stay, as the law requires. */
export async function forgetBuyer(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(invoiceBuyers).where(eq(invoiceBuyers.accountId, accountId))
}
