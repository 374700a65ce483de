import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { StatementStatus } from '@portico/contract/statements-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage, rowsOf } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { type StatementLineRow, statementLines } from './statements.table.ts'

/** `tradeNo`: of the order with whose payment the line was matched. */
export type LineOf = { line: StatementLineRow; methodName: string; tradeNo: string | null; email: string | null }
type Filter = { status: StatementStatus | undefined; methodId: number | undefined }

/** Statement lines, newest first. */
export async function listLines(db: Db, { status, methodId }: Filter, paging: Paging): Promise<Page<LineOf>> {
  const inState = status === 'unmatched' ? waits : status && eq(statementLines.status, status)
  const where = and(inState, methodId === undefined ? undefined : eq(statementLines.methodId, methodId))
  return readPage(db, select(db, where), [desc(statementLines.id)], paging, rowsOf(statementLines, where))
}

/** Undecided, or booked and then called in question by a statement. */
const waits = sql`(${statementLines.status} = 'unmatched'
  or ${statementLines.status} in ('matched', 'booked') and ${statementLines.doubt} is not null and ${statementLines.notedAt} is null)`

/** Lines that wait for an operator, over all methods. */
export async function countWaiting(db: Db): Promise<number> {
  return db.$count(statementLines, waits)
}

export async function findLine(db: Db, id: number): Promise<LineOf> {
  return foundRow(await select(db, eq(statementLines.id, id)))
}

function select(db: Db, where: SQL | undefined) {
  return db
    .select({ line: statementLines, methodName: paymentMethods.name, tradeNo: orders.tradeNo, email: accounts.label })
    .from(statementLines)
    .innerJoin(paymentMethods, eq(paymentMethods.id, statementLines.methodId))
    .leftJoin(paymentReceipts, eq(paymentReceipts.id, statementLines.receiptId))
    .leftJoin(paymentAttempts, sql`${paymentAttempts.id} = coalesce(${statementLines.attemptId}, ${paymentReceipts.attemptId})`)
    .leftJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .leftJoin(accounts, sql`${accounts.id} = coalesce(${statementLines.accountId}, ${orders.accountId})`)
    .where(where)
    .$dynamic()
}
