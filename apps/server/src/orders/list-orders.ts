import { and, asc, count, desc, eq, like, or, type SQL } from 'drizzle-orm'
import type { OrderStatus, OrderType } from '@portico/contract/orders'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { AppError } from '../errors.ts'
import { type OrderRow, orders } from './orders.table.ts'

export type Paging = { page: number; page_size: number; sort?: string | undefined }
export type OrderFilter = { accountId?: number; status?: OrderStatus | undefined; type?: OrderType | undefined; q?: string | undefined }
export type OrderWithEmail = { order: OrderRow; email: string }

const sortable = { created_at: orders.createdAt, total_amount: orders.totalAmount, status: orders.status } as const

/** Newest first unless `sort` says otherwise. */
export async function listOrders(db: Db, filter: OrderFilter, paging: Paging): Promise<{ items: OrderWithEmail[]; total: number }> {
  const where = and(
    filter.accountId === undefined ? undefined : eq(orders.accountId, filter.accountId),
    filter.status && eq(orders.status, filter.status),
    filter.type && eq(orders.type, filter.type),
    filter.q ? matches(filter.q) : undefined,
  )
  const from = db.select({ order: orders, email: accounts.email }).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId))
  const [items, [sum]] = await Promise.all([
    from
      .where(where)
      .orderBy(...ordering(paging.sort))
      .limit(paging.page_size)
      .offset((paging.page - 1) * paging.page_size),
    db.select({ total: count() }).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId)).where(where),
  ])
  return { items, total: sum?.total ?? 0 }
}

/** One order; with an `accountId`, only that member's own. Throws `order.not_found`. */
export async function findOrder(db: Db, tradeNo: string, accountId: number | null): Promise<OrderWithEmail> {
  const [row] = await db
    .select({ order: orders, email: accounts.email })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(and(eq(orders.tradeNo, tradeNo), accountId === null ? undefined : eq(orders.accountId, accountId)))
  if (!row) throw new AppError('order.not_found')
  return row
}

function matches(q: string): SQL | undefined {
  return or(eq(orders.tradeNo, q.trim().toUpperCase()), like(accounts.emailKey, `%${likeText(q.trim().toLowerCase())}%`))
}

function ordering(sort: string | undefined): SQL[] {
  const key = sort?.replace(/^-/, '')
  const column = key && Object.hasOwn(sortable, key) ? sortable[key as keyof typeof sortable] : orders.createdAt
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return [direction(column), direction(orders.id)]
}
