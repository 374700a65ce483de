import { and, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'

/**
 * Whether offers for new members are open to this account. That ends with the first plan order of a list price above zero that
 * is opened, whatever it cost after discounts, and a refund does not bring it back. An order that waits for review holds such an
 * offer. One in payment does not: a member has one open order, and may cancel it for another.
 * To act on the answer, lock the member's subscription first: orders are opened under that lock.
 */
export async function isNewMember(db: Db, accountId: number): Promise<boolean> {
  const wasOpened = and(isNotNull(orders.completedAt), ne(orders.type, 'topup'), gt(orders.priceAmount, 0))
  const holdsOffer = and(orders.forNewMember, eq(orders.status, 'review'))
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), or(wasOpened, holdsOffer)))
    .limit(1)
  return order === undefined
}
