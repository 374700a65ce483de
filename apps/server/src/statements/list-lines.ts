import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { StatementStatus } from '@portico/contract/statements-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { type StatementLineRow, statementLines } from './statements.table.ts'

/** `tradeNo`: of the order with whose payment the line was matched. */
export type LineOf = { line: StatementLineRow; methodName: string; tradeNo: string | null; email: string | null }
type Filter = { status: StatementStatus | undefined; methodId: number | undefined }

/** Newest first. */
export async function listLines(
  db: Db,
  { status, methodId }: Filter,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ items: LineOf[]; total: number }> {
  const where = and(status && eq(statementLines.status, status), methodId === undefined ? undefined : eq(statementLines.methodId, methodId))
  const [items, [sum]] = await Promise.all([
    select(db, where)
      .orderBy(desc(statementLines.id))
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(statementLines).where(where),
  ])
  return { items, total: sum?.total ?? 0 }
}

/** Lines that wait for an operator, over all methods. */
export async function countWaiting(db: Db): Promise<number> {
  return db.$count(statementLines, eq(statementLines.status, 'unmatched'))
}

export async function findLine(db: Db, id: number): Promise<LineOf> {
  const [row] = await select(db, eq(statementLines.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

function select(db: Db, where: SQL | undefined) {
  return db
    .select({ line: statementLines, methodName: paymentMethods.name, tradeNo: orders.tradeNo, email: accounts.email })
    .from(statementLines)
    .innerJoin(paymentMethods, eq(paymentMethods.id, statementLines.methodId))
    .leftJoin(paymentReceipts, eq(paymentReceipts.id, statementLines.receiptId))
    .leftJoin(paymentAttempts, sql`${paymentAttempts.id} = coalesce(${statementLines.attemptId}, ${paymentReceipts.attemptId})`)
    .leftJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .leftJoin(accounts, sql`${accounts.id} = coalesce(${statementLines.accountId}, ${orders.accountId})`)
    .where(where)
}
