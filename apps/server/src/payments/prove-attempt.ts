import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http/router.ts'
import { lockOrder } from '../orders/move-order.ts'
import { paymentAttempts, paymentMethods } from './payments.table.ts'

/**
 * The member says how he paid by a method whose money only an operator sees; a later text replaces an earlier one. Throws
 * `order.wrong_status` unless the order waits for payment, `payment.method_unavailable` when no such method was chosen for it.
 */
export async function proveAttempt(
  { transaction }: Database,
  by: Caller,
  { tradeNo, proof }: { tradeNo: string; proof: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const order = await lockOrder(tx, tradeNo)
    if (order.accountId !== by.accountId) throw new AppError('order.not_found')
    if (order.status !== 'pending') throw new AppError('order.wrong_status')
    const { id, orderId, methodId, status } = paymentAttempts
    const [chosen] = await tx
      .select({ id })
      .from(paymentAttempts)
      .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
      .where(and(eq(orderId, order.id), eq(paymentMethods.driver, 'manual'), inArray(status, ['pending', 'expired'])))
      .orderBy(desc(id))
      .limit(1)
    if (!chosen) throw new AppError('payment.method_unavailable')
    await tx.update(paymentAttempts).set({ proof, proofAt: now }).where(eq(id, chosen.id))
  })
}
