import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import { UnclearOutcome } from '@portico/contract/orders-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { type PaymentAttemptRow, paymentAttempts, paymentMethods, type PaymentReceiptRow, paymentReceipts } from './payments.table.ts'
import { paymentReversals, type ReversalRow } from '../refunds/refunds.table.ts'

export type ListState = 'open' | 'done' | undefined
type Around = { receipt: PaymentReceiptRow; attempt: PaymentAttemptRow; order: OrderRow; email: string; methodName: string }
export type UnclearOf = Around
export type ReversalOf = Around & { reversal: ReversalRow }

/** Payments of a wrong amount, newest first. */
export async function listUnclear(db: Db, state: ListState, paging: Paging): Promise<Page<UnclearOf>> {
  const waits = state && (state === 'open' ? isNull(paymentReceipts.resolution) : isNotNull(paymentReceipts.resolution))
  const where = and(inArray(paymentReceipts.outcome, UnclearOutcome.options), waits)
  return readPage(db, selectUnclear(db, where), [desc(paymentReceipts.id)], paging)
}

export async function findUnclear(db: Db, id: number): Promise<UnclearOf> {
  return foundRow(await selectUnclear(db, eq(paymentReceipts.id, id)))
}

/** Money that gateways took back without a refund from here, newest first. `open`: not reviewed yet. */
export async function listReversals(db: Db, state: ListState, paging: Paging): Promise<Page<ReversalOf>> {
  const seen = state === 'open' ? isNull(paymentReversals.reviewedAt) : state && isNotNull(paymentReversals.reviewedAt)
  const where = and(ne(paymentReversals.outcome, 'ours'), seen)
  return readPage(db, selectReversals(db, where), [desc(paymentReversals.id)], paging)
}

export async function findReversal(db: Db, id: number): Promise<ReversalOf> {
  return foundRow(await selectReversals(db, eq(paymentReversals.id, id)))
}

const around = { receipt: paymentReceipts, attempt: paymentAttempts, order: orders, email: accounts.label, methodName: paymentMethods.name }

function selectUnclear(db: Db, where: SQL | undefined) {
  return db
    .select(around)
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(where)
    .$dynamic()
}

function selectReversals(db: Db, where: SQL | undefined) {
  return db
    .select({ ...around, reversal: paymentReversals })
    .from(paymentReversals)
    .innerJoin(paymentReceipts, eq(paymentReceipts.id, paymentReversals.receiptId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(where)
    .$dynamic()
}
