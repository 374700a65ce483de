import type { InvoiceKind } from '@portico/contract/invoices'
import type { InvoiceSum } from '@portico/contract/invoices-admin'
import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { inSpan, type Span } from '../db/in-days.ts'
import { likeText } from '../db/like-text.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { type InvoiceRow, invoices, invoicesDue } from './invoices.table.ts'

export type InvoiceFilter = {
  accountId?: number | undefined
  tradeNo?: string | undefined
  kind?: InvoiceKind | undefined
  search?: Search | undefined
  /** Time span in which documents were issued. */
  span?: Span | undefined
}
export type ListedInvoice = { invoice: InvoiceRow; tradeNo: string; email: string; corrects: string | null }

const corrected = alias(invoices, 'corrected')

/** Invoices and credit notes, newest first. */
export function listInvoices(db: Db, filter: InvoiceFilter, paging: Paging): Promise<Page<ListedInvoice>> {
  return readPage(db, select(db).where(matching(filter)), [desc(invoices.id)], paging)
}

/** Money received by the documents of a filter, per currency. */
export function sumInvoices(db: Db, filter: InvoiceFilter): Promise<InvoiceSum[]> {
  const signed = (amount: PgColumn) =>
    sql<number>`sum(case ${invoices.kind} when 'invoice' then ${amount} else -${amount} end)::bigint`.mapWith(Number)
  return db
    .select({ currency: invoices.currency, received: signed(invoices.taxedAmount), tax: signed(invoices.taxAmount) })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(accounts, eq(accounts.id, invoices.accountId))
    .where(matching(filter))
    .groupBy(invoices.currency)
    .orderBy(invoices.currency)
}

/** All documents of a filter, by number. */
export function wholeInvoices(tx: Tx, filter: InvoiceFilter): Promise<WholeList<ListedInvoice>> {
  const ids = tx
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(accounts, eq(accounts.id, invoices.accountId))
    .where(matching(filter))
    .orderBy(asc(invoices.kind), asc(invoices.year), asc(invoices.number))
  return wholeList(
    tx,
    ids,
    (some) => select(tx).where(inArray(invoices.id, some)),
    ({ invoice }) => invoice.id,
  )
}

/** A document; with `accountId`, only that member's. Throws `not_found`. */
export async function findInvoice(db: Db, id: number, accountId: number | null): Promise<ListedInvoice> {
  const own = accountId === null ? undefined : eq(invoices.accountId, accountId)
  return foundRow(await select(db).where(and(eq(invoices.id, id), own)))
}

/** How many documents wait to be issued. */
export function countDue(db: Db): Promise<number> {
  return db.$count(invoicesDue)
}

function select(db: Db) {
  return db
    .select({ invoice: invoices, tradeNo: orders.tradeNo, email: accounts.label, corrects: corrected.no })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(accounts, eq(accounts.id, invoices.accountId))
    .leftJoin(corrected, eq(corrected.id, invoices.correctsId))
    .$dynamic()
}

function matching({ accountId, tradeNo, kind, search, span }: InvoiceFilter): SQL | undefined {
  return and(
    accountId === undefined ? undefined : eq(invoices.accountId, accountId),
    tradeNo === undefined ? undefined : eq(orders.tradeNo, tradeNo),
    kind && eq(invoices.kind, kind),
    search && found(search),
    inSpan(invoices.issuedAt, span),
  )
}

function found(search: Search): SQL | undefined {
  const number = search.text.toUpperCase()
  return or(like(invoices.no, `%${likeText(number)}%`), eq(orders.tradeNo, number), addressHas(accounts.emailKey, search))
}
