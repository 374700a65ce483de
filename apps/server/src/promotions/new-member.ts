import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { accountsOfHolder } from '../identities/holder-keys.ts'
import { orders } from '../orders/orders.table.ts'

/**
 * Whether this account is a new member, who gets offers for new members. The first opened plan order with a list price above zero ends
 * that, whatever it cost after discounts; a refund does not bring it back. An order in review holds such an offer. An unpaid one does not:
 * a member has one open order, and may cancel it for another. Orders of an account that the same address closed count too.
 * Before acting on the answer, lock the member's subscription: orders are opened under that lock.
 */
export async function isNewMember(db: Db, accountId: number): Promise<boolean> {
  const wasOpened = and(isNotNull(orders.completedAt), ne(orders.type, 'topup'), gt(orders.priceAmount, 0))
  const holdsOffer = and(orders.forNewMember, eq(orders.status, 'review'))
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.accountId} in ${accountsOfHolder(accountId)}`, or(wasOpened, holdsOffer)))
    .limit(1)
  return order === undefined
}
