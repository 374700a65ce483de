import type { Db } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'

/**
 * SQL: whether account $1 ever paid for an order, from outside or from the balance. What cost nothing is not paid for; what went
 * back later was: nobody becomes a newcomer by a refund.
 */
export const HAS_PAID = `exists (select 1 from orders where account_id = $1 and paid_at is not null
  and total_amount + balance_amount > 0)`

/** As `HAS_PAID` says it. */
export async function hasPaid(db: Db, accountId: number): Promise<boolean> {
  const [row] = await fixed<{ paid: boolean }>(db, 'has-paid', `select ${HAS_PAID} as paid`, [accountId])
  return row?.paid === true
}
