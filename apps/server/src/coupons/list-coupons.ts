import { and, desc, eq, ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { CouponFilter } from '@portico/contract/coupons-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, type Paging, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
import { inSpan, type Span } from '../db/in-days.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { couponUses } from './coupon-uses.table.ts'
import { inState } from './coupon-state.ts'
import { type CouponRow, coupons } from './coupons.table.ts'

export type ListedCoupon = { coupon: CouponRow; deletable: boolean }
type Use = typeof couponUses.$inferSelect
export type ListedUse = { use: Use; order: Pick<OrderRow, 'tradeNo' | 'status' | 'couponAmount' | 'currency'>; email: string }
/** `span`: when they were created. */
export type Filter = Omit<CouponFilter, 'from' | 'to'> & { span?: Span | undefined }

const sortable = {
  created_at: coupons.createdAt,
  code: coupons.code,
  name: coupons.name,
  used: coupons.used,
  starts_at: coupons.startsAt,
  ends_at: coupons.endsAt,
} as const

/** Newest first unless `sort` says otherwise. */
export async function listCoupons(db: Db, filter: Filter, paging: SortedPaging, now: Date): Promise<Page<ListedCoupon>> {
  return readPage(db, select(db).where(matching(filter, now)), inOrder(paging.sort), paging)
}

/** All coupons of a filter. */
export function wholeCoupons(tx: Tx, filter: Filter, sort: string | undefined, now: Date): Promise<WholeList<CouponRow>> {
  const ids = tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(matching(filter, now))
    .orderBy(...inOrder(sort))
  return wholeList(
    tx,
    ids,
    (some) => tx.select().from(coupons).where(inArray(coupons.id, some)),
    ({ id }) => id,
  )
}

function inOrder(sort: string | undefined): SQL[] {
  return ordering(sort, sortable, coupons.createdAt, coupons.id)
}

export async function findCouponById(db: Db, id: number): Promise<ListedCoupon> {
  return foundRow(await select(db).where(eq(coupons.id, id)))
}

/** The condition of a filter, for the list, its export and bulk changes. */
export function matching(filter: Filter, now: Date): SQL | undefined {
  return and(
    search(filter.q),
    filter.kind && eq(coupons.kind, filter.kind),
    filter.enabled && eq(coupons.enabled, filter.enabled === 'true'),
    filter.batch_id ? eq(coupons.batchId, filter.batch_id) : undefined,
    filter.state && inState(filter.state, now),
    inSpan(coupons.createdAt, filter.span),
  )
}

/** Orders that used a coupon, newest first. */
export async function listUses(db: Db, couponId: number, paging: Paging): Promise<Page<ListedUse>> {
  const where = eq(couponUses.couponId, couponId)
  const found = db
    .select({
      use: couponUses,
      order: { tradeNo: orders.tradeNo, status: orders.status, couponAmount: orders.couponAmount, currency: orders.currency },
      email: accounts.label,
    })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .innerJoin(accounts, eq(accounts.id, couponUses.accountId))
    .where(where)
    .$dynamic()
  return readPage(db, found, [desc(couponUses.id)], paging, rowsOf(couponUses, where))
}

function select(db: Db) {
  // Full names, because the builder drops the table names in a query of one table.
  const unused = sql<boolean>`not exists (select 1 from ${couponUses} where coupon_uses.coupon_id = coupons.id)`
  return db.select({ coupon: coupons, deletable: unused }).from(coupons).$dynamic()
}

function search(q: string | undefined): SQL | undefined {
  const literal = q && likeText(q.trim())
  return literal ? or(like(coupons.code, `${literal.toUpperCase()}%`), ilike(coupons.name, `%${literal}%`)) : undefined
}
