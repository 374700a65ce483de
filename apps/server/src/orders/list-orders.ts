import { and, eq, like, or, type SQL } from 'drizzle-orm'
import type { OrderStatus, OrderType } from '@portico/contract/orders'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, readPage, type SortedPaging } from '../db/page.ts'
import { AppError } from '../errors.ts'
import { type OrderRow, orders } from './orders.table.ts'

export type OrderFilter = { accountId?: number; status?: OrderStatus | undefined; type?: OrderType | undefined; q?: string | undefined }
export type OrderWithEmail = { order: OrderRow; email: string }

const sortable = { created_at: orders.createdAt, total_amount: orders.totalAmount, status: orders.status } as const

/** Newest first unless `sort` says otherwise. */
export async function listOrders(db: Db, filter: OrderFilter, paging: SortedPaging): Promise<Page<OrderWithEmail>> {
  const where = and(
    filter.accountId === undefined ? undefined : eq(orders.accountId, filter.accountId),
    filter.status && eq(orders.status, filter.status),
    filter.type && eq(orders.type, filter.type),
    filter.q ? matches(filter.q) : undefined,
  )
  const order = ordering(paging.sort, sortable, orders.createdAt, orders.id)
  // Only the search looks at accounts.
  return readPage(db, select(db).where(where), order, paging, filter.q ? undefined : db.$count(orders, where))
}

/** One order; with an `accountId`, only that member's own. Throws `order.not_found`. */
export async function findOrder(db: Db, tradeNo: string, accountId: number | null): Promise<OrderWithEmail> {
  const [row] = await select(db).where(and(eq(orders.tradeNo, tradeNo), accountId === null ? undefined : eq(orders.accountId, accountId)))
  if (!row) throw new AppError('order.not_found')
  return row
}

function select(db: Db) {
  return db.select({ order: orders, email: accounts.label }).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId)).$dynamic()
}

function matches(q: string): SQL | undefined {
  return or(eq(orders.tradeNo, q.trim().toUpperCase()), like(accounts.emailKey, `%${likeText(q.trim().toLowerCase())}%`))
}
