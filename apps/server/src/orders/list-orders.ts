import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/order-status'
import type { ListedStatus, OrderSum, OrderTime } from '@portico/contract/orders-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { ordering, type Page, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { AppError } from '../errors.ts'
import { inSpan, type Span } from '../db/in-days.ts'
import { paymentAttempts, paymentMethods, paymentReceipts, receiptNumbers } from '../payments/payments.table.ts'
import { paymentProofs } from '../payments/proofs.table.ts'
import { type OrderRow, orders } from './orders.table.ts'

export type OrderFilter = {
  span?: Span | undefined
  /** Time of the order that `span` is about; absent: created. */
  time?: OrderTime | undefined
  accountId?: number | undefined
  status?: ListedStatus | undefined
  type?: OrderType | undefined
  search?: Search | undefined
  /** Method of a payment that succeeded. */
  methodId?: number | undefined
}
export type OrderWithEmail = { order: OrderRow; email: string }
/** A proof of payment. `amount`: asked for, with fee. `text`: null if only files were sent. */
export type SentProof = { orderId: number; text: string | null; amount: number }
/** A payment that only an operator can confirm. `amount`: with the fee. */
export type Transfer = { reference: string; amount: number }

/** What an order cost in all: with the balance used and the fee, without shortfalls. */
export const orderCost = sql<number>`${orders.totalAmount} + ${orders.balanceAmount} + ${orders.feeAmount} - ${orders.shortfallAmount}`
const sortable = { created_at: orders.createdAt, total_amount: orderCost, status: orders.status } as const

const hasProof = sql`(${paymentAttempts.proof} is not null
  or exists (select from ${paymentProofs} where ${paymentProofs.attemptId} = ${paymentAttempts.id}))`

/** Newest first unless `sort` says otherwise. */
export async function listOrders(db: Db, filter: OrderFilter, paging: SortedPaging): Promise<Page<OrderWithEmail>> {
  const where = matching(filter)
  // Only the search looks at accounts.
  return readPage(db, select(db).where(where), inOrder(paging.sort), paging, filter.search ? undefined : rowsOf(orders, where))
}

/** Cost of a filter's orders, and of the paid ones, by currency. */
export async function sumOrders(db: Db, filter: OrderFilter): Promise<OrderSum[]> {
  const sums = db
    .select({
      currency: orders.currency,
      total: sql<number>`sum(${orderCost})::bigint`.mapWith(Number),
      paid: sql<number>`coalesce(sum(${orderCost}) filter (where ${orders.paidAt} is not null), 0)::bigint`.mapWith(Number),
    })
    .from(orders)
    .where(matching(filter))
    .groupBy(orders.currency)
    .orderBy(orders.currency)
    .$dynamic()
  // Only the search looks at accounts.
  return filter.search ? sums.innerJoin(accounts, eq(accounts.id, orders.accountId)) : sums
}

/** All orders of a filter. */
export function wholeOrders(tx: Tx, filter: OrderFilter, sort: string | undefined): Promise<WholeList<OrderWithEmail>> {
  const ids = tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(matching(filter))
    .orderBy(...inOrder(sort))
  return wholeList(
    tx,
    ids,
    (some) => select(tx).where(inArray(orders.id, some)),
    ({ order }) => order.id,
  )
}

function matching(filter: OrderFilter): SQL | undefined {
  return and(
    filter.accountId === undefined ? undefined : eq(orders.accountId, filter.accountId),
    filter.status && (filter.status === 'proof_sent' ? isProved() : eq(orders.status, filter.status)),
    filter.type && eq(orders.type, filter.type),
    inSpan(filter.time === 'paid' ? orders.paidAt : orders.createdAt, filter.span),
    filter.search && matches(filter.search),
    filter.methodId === undefined ? undefined : paidBy(filter.methodId),
  )
}

function inOrder(sort: string | undefined): SQL[] {
  return ordering(sort, sortable, orders.createdAt, orders.id)
}

/** An order; with `accountId`, only that member's. Throws `order.not_found`. */
export async function findOrder(db: Db, tradeNo: string, accountId: number | null): Promise<OrderWithEmail> {
  const [row] = await select(db).where(and(eq(orders.tradeNo, tradeNo), accountId === null ? undefined : eq(orders.accountId, accountId)))
  if (!row) throw new AppError('order.not_found')
  return row
}

/** Latest waiting proof of each order, in one query; none if no order waits. */
export async function sentProofs(db: Db, rows: OrderRow[]): Promise<Map<number, SentProof>> {
  const waiting = pendingIds(rows)
  if (waiting.length === 0) return new Map()
  const { orderId, proof: text, amount } = paymentAttempts
  const found = await db
    .selectDistinctOn([orderId], { orderId, text, amount })
    .from(paymentAttempts)
    .where(and(inArray(orderId, waiting), hasProof))
    .orderBy(orderId, desc(paymentAttempts.id))
  return new Map(found.map((proof) => [proof.orderId, proof]))
}

/** The transfer that each of these orders waits for, by id of the order, if a transfer is what its member chose last. */
export async function awaitedTransfers(db: Db, rows: OrderRow[]): Promise<Map<number, Transfer>> {
  const waiting = pendingIds(rows)
  if (waiting.length === 0) return new Map()
  const { orderId, methodId, externalId, amount } = paymentAttempts
  const last = await db
    .selectDistinctOn([orderId], { orderId, driver: paymentMethods.driver, reference: externalId, amount })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(inArray(orderId, waiting))
    .orderBy(orderId, desc(paymentAttempts.id))
  return new Map(
    last.flatMap(({ orderId: id, driver, reference, amount: asked }) =>
      driver === 'manual' && reference !== null ? [[id, { reference, amount: asked }] as const] : [],
    ),
  )
}

function pendingIds(rows: OrderRow[]): number[] {
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
}

function select(db: Db) {
  return db.select({ order: orders, email: accounts.label }).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId)).$dynamic()
}

function matches(search: Search): SQL | undefined {
  const { text: q } = search
  return or(eq(orders.tradeNo, q.toUpperCase()), sql`${orders.id} in (${paidUnder(q)})`, addressHas(accounts.emailKey, search))
}

/** Selects the ids of orders by a payment's number: ours, the reference of a transfer, or the gateway's at its start or in its report. */
export function paidUnder(q: string): SQL {
  const number = q.toUpperCase()
  // By method, because the gateways' numbers are indexed below it.
  return sql`select ${paymentAttempts.orderId} from ${paymentAttempts} where ${paymentAttempts.attemptNo} = ${number}
    union select a.order_id from ${paymentMethods} m join ${paymentAttempts} a on a.method_id = m.id and a.external_id in (${q}, ${number})
    union select a.order_id from ${paymentMethods} m join ${paymentReceipts} r on r.method_id = m.id and r.callback_no = ${q}
      join ${paymentAttempts} a on a.id = r.attempt_id
    union select a.order_id from ${paymentMethods} m join ${receiptNumbers} n on n.method_id = m.id and n.number = ${q}
      join ${paymentReceipts} r on r.id = n.receipt_id join ${paymentAttempts} a on a.id = r.attempt_id`
}

function paidBy(methodId: number): SQL {
  return sql`exists (select from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
    and ${paymentAttempts.methodId} = ${methodId} and ${paymentAttempts.status} in ('succeeded', 'refunded', 'partly_refunded'))`
}

/** Whether an order waits for an operator to confirm a payment that its member has proved. */
function isProved(): SQL | undefined {
  return and(
    eq(orders.status, 'pending'),
    sql`exists (select from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id} and ${hasProof})`,
  )
}
