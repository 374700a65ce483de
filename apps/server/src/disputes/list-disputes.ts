import { desc, eq, inArray, ne, and, not, type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { readPage, type Paging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { paymentReversals } from '../refunds/refunds.table.ts'
import { disputes } from './disputes.table.ts'
import { isTakenFor } from './taken-for.ts'

/** Disputes: those to answer first, by deadline, then newest first. `done`: decided by the gateway. */
export function listDisputes(db: Db, state: 'open' | 'done' | undefined, paging: Paging) {
  const isOver = inArray(disputes.status, ['won', 'lost', 'closed'])
  const where = state && (state === 'done' ? isOver : not(isOver))
  return readPage(db, select(db, where), [sql`${disputes.deadline} asc nulls last`, desc(disputes.id)], paging)
}

export async function findDispute(db: Db, id: number) {
  return foundRow(await select(db, eq(disputes.id, id)))
}
export type DisputeOf = Awaited<ReturnType<typeof findDispute>>

function select(db: Db, where: SQL | undefined) {
  const { receivedAt, restoredAt, valueAmount, debtAmount, lossAmount } = paymentReversals
  const taken = db
    .select({ receivedAt, restoredAt, valueAmount, debtAmount, lossAmount })
    .from(paymentReversals)
    .where(and(isTakenFor, ne(paymentReversals.outcome, 'none')))
    .orderBy(desc(paymentReversals.id))
    .limit(1)
    .as('taken')
  return db
    .select({
      dispute: disputes,
      taken: {
        receivedAt: taken.receivedAt,
        restoredAt: taken.restoredAt,
        valueAmount: taken.valueAmount,
        debtAmount: taken.debtAmount,
        lossAmount: taken.lossAmount,
      },
      callbackNo: paymentReceipts.callbackNo,
      tradeNo: orders.tradeNo,
      orderCurrency: orders.currency,
      accountId: orders.accountId,
      email: accounts.label,
      methodName: paymentMethods.name,
    })
    .from(disputes)
    .innerJoin(paymentReceipts, eq(paymentReceipts.id, disputes.receiptId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, disputes.methodId))
    .leftJoinLateral(taken, sql`true`)
    .where(where)
    .$dynamic()
}
