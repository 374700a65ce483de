import { may } from '@portico/contract/access'
import { desc, eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { MOST } from './asked-text.ts'

export type OrderFound = Pick<OrderRow, 'tradeNo' | 'status' | 'totalAmount' | 'currency' | 'createdAt' | 'expiresAt'> & { email: string }

/** Order numbers begin with the time, so a shorter start would name too many. */
const LEAST_DIGITS = 6

/** Orders by the start of their number, or by a payment's number: ours, or the gateway's at its start or in its report. */
export async function findOrders(db: Db, by: Actor, q: string): Promise<OrderFound[]> {
  if (!may(by.permissions, 'orders.read')) return []
  const number = q.toUpperCase()
  const start = q.length < LEAST_DIGITS ? null : `${likeText(number)}%`
  // By method, because the gateways' numbers are indexed below it.
  const found = sql`(
    select ${orders.id} from ${orders} where ${orders.tradeNo} like ${start}
    union select ${paymentAttempts.orderId} from ${paymentAttempts} where ${paymentAttempts.attemptNo} = ${number}
    union select a.order_id from ${paymentMethods} m join ${paymentAttempts} a on a.method_id = m.id and a.external_id in (${q}, ${number})
    union select a.order_id from ${paymentMethods} m join ${paymentReceipts} r on r.method_id = m.id and r.callback_no = ${q}
      join ${paymentAttempts} a on a.id = r.attempt_id
    limit 100)`
  return db
    .select({
      tradeNo: orders.tradeNo,
      status: orders.status,
      totalAmount: orders.totalAmount,
      currency: orders.currency,
      createdAt: orders.createdAt,
      expiresAt: orders.expiresAt,
      email: accounts.label,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(sql`${orders.id} in ${found}`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST)
}
