import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CommissionStatus } from '@portico/contract/commissions'
import type { CommissionSum } from '@portico/contract/commissions-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { ordering, type Page, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { type CommissionRow, commissions } from './commissions.table.ts'

export type CommissionFilter = { receiverId?: number; status?: CommissionStatus | undefined; search?: Search | undefined }
export type CommissionWithNames = { commission: CommissionRow; tradeNo: string; buyerEmail: string; receiverEmail: string }

const buyers = alias(accounts, 'buyers')
const receivers = alias(accounts, 'receivers')
const sortable = { created_at: commissions.createdAt, amount: commissions.amount, frozen_until: commissions.frozenUntil } as const

/** Newest first unless `sort` says otherwise. */
export async function listCommissions(db: Db, filter: CommissionFilter, paging: SortedPaging): Promise<Page<CommissionWithNames>> {
  const where = matching(filter)
  // Only the search looks at orders and accounts.
  return readPage(db, select(db).where(where), inOrder(paging.sort), paging, filter.search ? undefined : rowsOf(commissions, where))
}

/** Sums of a filter's commissions, by currency. */
export async function totalCommissions(db: Db, filter: CommissionFilter): Promise<CommissionSum[]> {
  return db
    .select({
      currency: commissions.currency,
      amount: sql<number>`sum(${commissions.amount} - ${commissions.reversedAmount})::bigint`.mapWith(Number),
    })
    .from(commissions)
    .innerJoin(orders, eq(orders.id, commissions.orderId))
    .innerJoin(buyers, eq(buyers.id, commissions.buyerId))
    .innerJoin(receivers, eq(receivers.id, commissions.receiverId))
    .where(matching(filter))
    .groupBy(commissions.currency)
    .orderBy(commissions.currency)
}

/** All commissions of a filter. */
export function wholeCommissions(tx: Tx, filter: CommissionFilter, sort: string | undefined): Promise<WholeList<CommissionWithNames>> {
  const ids = tx
    .select({ id: commissions.id })
    .from(commissions)
    .innerJoin(orders, eq(orders.id, commissions.orderId))
    .innerJoin(buyers, eq(buyers.id, commissions.buyerId))
    .innerJoin(receivers, eq(receivers.id, commissions.receiverId))
    .where(matching(filter))
    .orderBy(...inOrder(sort))
  return wholeList(
    tx,
    ids,
    (some) => select(tx).where(inArray(commissions.id, some)),
    ({ commission }) => commission.id,
  )
}

function matching({ receiverId, status, search }: CommissionFilter): SQL | undefined {
  return and(
    receiverId === undefined ? undefined : eq(commissions.receiverId, receiverId),
    status && eq(commissions.status, status),
    search && matches(search),
  )
}

function inOrder(sort: string | undefined): SQL[] {
  return ordering(sort, sortable, commissions.createdAt, commissions.id)
}

export async function findCommission(db: Db, id: number): Promise<CommissionWithNames> {
  return foundRow(await select(db).where(eq(commissions.id, id)))
}

/** Commission a receiver was paid, minus reversals, and what is pending; minor units. */
export async function sumCommissions(db: Db, receiverId: number, currency: string): Promise<{ paid: number; pending: number }> {
  const due = sql`${commissions.amount} - ${commissions.reversedAmount}`
  const total = (where: SQL) => sql<number>`coalesce(sum(${due}) filter (where ${where}), 0)::bigint`.mapWith(Number)
  const [row] = await db
    .select({
      paid: total(sql`${commissions.status} = 'paid'`),
      pending: total(sql`${commissions.status} in ('pending', 'confirmed')`),
    })
    .from(commissions)
    .where(and(eq(commissions.receiverId, receiverId), eq(commissions.currency, currency)))
  return row ?? { paid: 0, pending: 0 }
}

function select(db: Db) {
  return db
    .select({ commission: commissions, tradeNo: orders.tradeNo, buyerEmail: buyers.label, receiverEmail: receivers.label })
    .from(commissions)
    .innerJoin(orders, eq(orders.id, commissions.orderId))
    .innerJoin(buyers, eq(buyers.id, commissions.buyerId))
    .innerJoin(receivers, eq(receivers.id, commissions.receiverId))
    .$dynamic()
}

function matches(search: Search): SQL | undefined {
  return or(eq(orders.tradeNo, search.text.toUpperCase()), addressHas(buyers.emailKey, search), addressHas(receivers.emailKey, search))
}
