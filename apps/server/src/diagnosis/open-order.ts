import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { OrderStatus } from '@portico/contract/order-status'
import type { Db } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts } from '../payments/payments.table.ts'
import { paymentProofs } from '../payments/proofs.table.ts'

/** `proofSent`: an operator must confirm the payment. */
export type OpenOrder = { tradeNo: string; status: OrderStatus; proofSent: boolean; createdAt: Date; paidAt: Date | null }

/** The newest plan order neither opened nor over; paid before unpaid. null: none. */
export async function readOpenOrder(db: Db, accountId: number): Promise<OpenOrder | null> {
  // Tables, not columns: in a select of one table, columns lose the name of their table.
  const proofSent = sql<boolean>`exists (select from ${paymentAttempts} a where a.order_id = ${orders}.id
    and (a.proof is not null or exists (select from ${paymentProofs} p where p.attempt_id = a.id)))`
  const { tradeNo, status, createdAt, paidAt } = orders
  const [row] = await db
    .select({ tradeNo, status, proofSent, createdAt, paidAt })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        inArray(orders.status, ['pending', 'processing', 'review']),
        inArray(orders.type, ['new', 'renew', 'change', 'reset']),
      ),
    )
    .orderBy(sql`${paidAt} is null`, desc(orders.id))
    .limit(1)
  return row ?? null
}
