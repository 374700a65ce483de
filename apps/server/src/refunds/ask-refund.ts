import { and, eq, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { inTime } from '../jobs/in-time.ts'
import { enqueue } from '../jobs/queue.ts'
import { lockOrderAndSubscription } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { Refunded } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { failRefund } from './fail-refund.ts'
import { finishRefund } from './finish-refund.ts'
import { openConfig } from '../payments/method-secrets.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { type RefundRow, refunds } from './refunds.table.ts'

const PATIENCE_MS = 20_000
const ASK_AGAIN_MS = 10 * 60_000

/**
 * Asks the gateway for a requested refund, and books the answer. Safe to repeat: the gateway knows it by our number. Throws if the outcome
 * is unknown, so that the job tries again.
 */
export async function askRefund(database: Database, refundId: number, { log, ...context }: Context & { log: Logger }): Promise<void> {
  const [asked] = await database.db
    .select({ refund: refunds, attempt: paymentAttempts, receipt: paymentReceipts, method: paymentMethods })
    .from(refunds)
    .innerJoin(paymentReceipts, eq(paymentReceipts.id, refunds.receiptId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'requested')))
  if (!asked) return
  const { refund, attempt, receipt, method } = asked
  const driver = drivers[method.driver]
  if (!driver.refund) throw new Error(`the driver ${method.driver} cannot refund`)
  const answer = await inTime(
    driver.refund(openConfig(database.secrets, method), {
      attemptNo: attempt.attemptNo,
      externalId: attempt.externalId,
      callbackNo: receipt.callbackNo,
      refundNo: refund.refundNo,
      amount: refund.payAmount ?? 0,
      total: receipt.amount,
      currency: receipt.currency,
      reason: refund.reason,
    }),
    PATIENCE_MS,
  )
  if (answer.status === 'failed') log.error({ refund: refund.refundNo, method: method.id }, 'a gateway refused a refund')
  await database.transaction((tx) => book(tx, refund, answer, context))
}

/** Queues refunds that have waited for an hour, whatever happened to their jobs. */
export async function askRefundsAgain({ transaction }: Database, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const waiting = await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(eq(refunds.status, 'requested'), lt(refunds.createdAt, new Date(now.getTime() - 3_600_000))))
      .limit(500)
    for (const { id } of waiting) await enqueue(tx, 'ask_refund', { refund_id: id }, { key: `ask_refund:${id}` })
  })
}

async function book(tx: Tx, { id, orderId }: RefundRow, answer: Refunded, context: Context): Promise<void> {
  const { now } = context
  const { status, externalId } = answer
  const found = await lockRequested(tx, orderId, id)
  if (!found) return
  if (status === 'succeeded') await finishRefund(tx, found.order, found.refund, externalId, context)
  else if (status === 'failed') await failRefund(tx, found.order, found.refund, answer.said, context)
  else {
    if (externalId !== null) await tx.update(refunds).set({ externalId }).where(eq(refunds.id, id))
    await enqueue(tx, 'ask_refund', { refund_id: id }, { key: `ask_refund:${id}`, runAt: new Date(now.getTime() + ASK_AGAIN_MS) })
  }
}

/** The order first, as everywhere. Null: the gateway's notification was faster. */
async function lockRequested(tx: Tx, orderId: number, id: number): Promise<{ order: OrderRow; refund: RefundRow } | null> {
  const { order } = await lockOrderAndSubscription(tx, { id: orderId })
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
  return refund?.status === 'requested' ? { order, refund } : null
}
