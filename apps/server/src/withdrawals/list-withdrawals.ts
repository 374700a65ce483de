import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WithdrawalStatus } from '@portico/contract/withdrawals'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { ordering, type Page, readPage, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { AppError } from '../errors.ts'
import { inSpan, type Span } from '../db/in-days.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

export type WithdrawalFilter = {
  accountId?: number
  /** Days on which they were requested. */
  span?: Span | undefined
  status?: WithdrawalStatus | undefined
  method?: string | undefined
  search?: Search | undefined
}
export type WithdrawalWithNames = { withdrawal: WithdrawalRow; email: string; approver: string | null; closer: string | null }

const approvers = alias(accounts, 'approvers')
const closers = alias(accounts, 'closers')
const sortable = { created_at: withdrawals.createdAt, amount: withdrawals.amount, status: withdrawals.status } as const

/** Newest first unless `sort` says otherwise. */
export async function listWithdrawals(db: Db, filter: WithdrawalFilter, paging: SortedPaging): Promise<Page<WithdrawalWithNames>> {
  return readPage(db, select(db).where(matching(filter)), inOrder(paging.sort), paging)
}

/** All withdrawals of a filter. */
export function wholeWithdrawals(tx: Tx, filter: WithdrawalFilter, sort: string | undefined): Promise<WholeList<WithdrawalWithNames>> {
  const ids = tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(matching(filter))
    .orderBy(...inOrder(sort))
  return wholeList(
    tx,
    ids,
    (some) => select(tx).where(inArray(withdrawals.id, some)),
    ({ withdrawal }) => withdrawal.id,
  )
}

function inOrder(sort: string | undefined): SQL[] {
  return ordering(sort, sortable, withdrawals.createdAt, withdrawals.id)
}

export async function findWithdrawal(db: Db, withdrawalNo: string): Promise<WithdrawalWithNames> {
  const [row] = await select(db).where(eq(withdrawals.withdrawalNo, withdrawalNo))
  if (!row) throw new AppError('withdrawal.not_found')
  return row
}

/** Number of matching requests that wait, and their sum in a currency. */
export async function countWaiting(
  db: Db,
  filter: WithdrawalFilter,
  isApprovable: SQL | undefined,
  currency: string,
): Promise<{ count: number; amount: number }> {
  const [row] = await db
    .select({
      count: count(),
      amount: sql<number>`coalesce(sum(${withdrawals.amount}) filter (where ${withdrawals.currency} = ${currency}), 0)::bigint`.mapWith(
        Number,
      ),
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(and(matching({ ...filter, status: 'requested' }), isApprovable))
  return row ?? { count: 0, amount: 0 }
}

/** Commission held by a member's open withdrawals, in minor units. */
export async function heldByWithdrawals(db: Db, accountId: number, currency: string): Promise<number> {
  const [row] = await db
    .select({ held: sql<number>`coalesce(sum(${withdrawals.amount}), 0)::bigint`.mapWith(Number) })
    .from(withdrawals)
    .where(
      and(eq(withdrawals.accountId, accountId), eq(withdrawals.currency, currency), inArray(withdrawals.status, ['requested', 'approved'])),
    )
  return row?.held ?? 0
}

/** Every method ever used, for the filter. */
export async function usedMethods(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ method: withdrawals.method }).from(withdrawals).orderBy(withdrawals.method).limit(100)
  return rows.map(({ method }) => method)
}

/** The condition of a filter, over withdrawals joined with their accounts. */
export function matching(filter: WithdrawalFilter): SQL | undefined {
  return and(
    filter.accountId === undefined ? undefined : eq(withdrawals.accountId, filter.accountId),
    filter.status && eq(withdrawals.status, filter.status),
    filter.method ? eq(withdrawals.method, filter.method) : undefined,
    inSpan(withdrawals.createdAt, filter.span),
    filter.search && matches(filter.search),
  )
}

function matches(search: Search): SQL | undefined {
  return or(
    eq(withdrawals.withdrawalNo, search.text.toUpperCase()),
    addressHas(accounts.emailKey, search),
    addressHas(sql`lower(${withdrawals.destination})`, search),
  )
}

function select(db: Db) {
  return db
    .select({ withdrawal: withdrawals, email: accounts.label, approver: approvers.label, closer: closers.label })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .leftJoin(approvers, eq(approvers.id, withdrawals.approvedBy))
    .leftJoin(closers, eq(closers.id, withdrawals.closedBy))
    .$dynamic()
}
