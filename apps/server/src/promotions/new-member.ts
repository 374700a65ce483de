import type { Db } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'

/**
 * SQL: whether account $1 is a new member, who gets offers for new members. The first opened plan order with a list price above zero ends
 * that, whatever it cost after discounts; a refund does not bring it back. An order in review holds such an offer. An unpaid one does not:
 * a member has one open order, and may cancel it for another.
 */
export const IS_NEW_MEMBER = `not exists (select 1 from orders where account_id = $1 and (
  (completed_at is not null and type <> 'topup' and price_amount > 0) or (for_new_member and status = 'review')))`

/** See `IS_NEW_MEMBER`. Before acting on the answer, lock the member's subscription: orders are opened under that lock. */
export async function isNewMember(db: Db, accountId: number): Promise<boolean> {
  const [row] = await fixed<{ new: boolean }>(db, 'is-new-member', `select ${IS_NEW_MEMBER} as new`, [accountId])
  return row?.new === true
}
