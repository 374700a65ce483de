import { may } from '@portico/contract/access'
import { desc, eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { orderCost, paidUnder } from '../orders/list-orders.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { MOST_PER_KIND } from './parse-search.ts'

export type OrderFound = Pick<OrderRow, 'tradeNo' | 'status' | 'currency' | 'createdAt' | 'expiresAt'> & { email: string; cost: number }

/** Order numbers begin with the time, so a shorter start would name too many. */
const LEAST_DIGITS = 6

/** Orders by the start of their number, or by a payment's number: ours, or the gateway's at its start or in its report. */
export async function findOrders(db: Db, by: Actor, q: string): Promise<OrderFound[]> {
  if (!may(by.permissions, 'orders.read')) return []
  const start = q.length < LEAST_DIGITS ? null : `${likeText(q.toUpperCase())}%`
  const found = sql`(
    select ${orders.id} from ${orders} where ${orders.tradeNo} like ${start}
    union ${paidUnder(q)}
    limit 100)`
  return db
    .select({
      tradeNo: orders.tradeNo,
      status: orders.status,
      cost: orderCost.mapWith(Number),
      currency: orders.currency,
      createdAt: orders.createdAt,
      expiresAt: orders.expiresAt,
      email: accounts.label,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(sql`${orders.id} in ${found}`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST_PER_KIND)
}
