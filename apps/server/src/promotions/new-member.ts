import type { Db } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'

/**
 * SQL: whether account $1 is a new member, to whom offers for new members are open. That ends with the first plan order of a
 * list price above zero that is opened, whatever it cost after discounts, and a refund does not bring it back. An order that
 * waits for review holds such an offer. One in payment does not: a member has one open order, and may cancel it for another.
 */
export const IS_NEW_MEMBER = `not exists (select 1 from orders where account_id = $1 and (
  (completed_at is not null and type <> 'topup' and price_amount > 0) or (for_new_member and status = 'review')))`

/** As `IS_NEW_MEMBER` defines it. To act on the answer, lock the member's subscription first: orders are opened under that lock. */
export async function isNewMember(db: Db, accountId: number): Promise<boolean> {
  const [row] = await fixed<{ new: boolean }>(db, 'is-new-member', `select ${IS_NEW_MEMBER} as new`, [accountId])
  return row?.new === true
}
