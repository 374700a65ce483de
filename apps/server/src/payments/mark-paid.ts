import { and, desc, eq, inArray } from 'drizzle-orm'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import type { Actor } from '../actor.ts'
import { post } from '../ledger/post.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { paymentAttempts, paymentMethods } from './payments.table.ts'

/**
 * An operator confirms that an unpaid order was paid outside any gateway. Where the member had chosen a method that shows
 * instructions, that attempt is the one that succeeds, with its fee. Throws `order.wrong_status` unless the order is pending.
 */
export async function markPaid(
  { transaction }: Database,
  by: Actor,
  input: { tradeNo: string; note: string },
  now: Date,
): Promise<OrderRow> {
  return transaction(async (tx) => {
    const order = await lockOrder(tx, input.tradeNo)
    const chosen = await succeedManualAttempt(tx, order, now)
    const amount = chosen?.amount ?? order.totalAmount
    const facts = { feeAmount: chosen?.feeAmount ?? 0, cashAmount: order.totalAmount, paymentName: chosen?.methodName ?? null }
    const paid = await settleOrder(tx, order, { at: now, ...facts })
    const legs = [{ kind: 'gateway', ownerId: 0, amount: -amount } as const, { kind: 'revenue', amount } as const]
    const note = `${order.tradeNo}: ${input.note}`
    await post(tx, {
      kind: 'order.paid',
      key: `by_hand:${order.id}`,
      currency: order.currency,
      legs,
      note,
      byAccountId: by.accountId,
      at: now,
    })
    const after = { amount, currency: order.currency, note: input.note }
    await record(tx, by, { action: 'order.mark_paid', entity: 'order', id: order.tradeNo, before: { status: order.status }, after }, now)
    return paid
  })
}

type Chosen = { id: number; amount: number; feeAmount: number; methodName: string }

async function succeedManualAttempt(tx: Tx, order: OrderRow, now: Date): Promise<Chosen | null> {
  const { id, amount, feeAmount, orderId, methodId, status } = paymentAttempts
  const [chosen] = await tx
    .select({ id, amount, feeAmount, methodName: paymentMethods.name })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(and(eq(orderId, order.id), eq(paymentMethods.driver, 'manual'), inArray(status, ['created', 'pending', 'expired'])))
    .orderBy(desc(id))
    .limit(1)
  if (!chosen) return null
  await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(id, chosen.id))
  return chosen
}
