import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type Settlement, settleOrder } from '../orders/settle-order.ts'
import { paymentAttempts, paymentMethods } from './payments.table.ts'

/**
 * Confirms, for an operator, that an unpaid order was paid outside any gateway. If the member chose a method with instructions, that
 * attempt succeeds, with its fee. Throws `order.wrong_status` unless the order is pending.
 */
export async function markPaid(
  { transaction }: Database,
  by: Actor,
  input: { tradeNo: string; note: string },
  now: Date,
): Promise<OrderRow> {
  return transaction(async (tx) => {
    const before = await lockOrder(tx, input.tradeNo)
    const chosen = await succeedManualAttempt(tx, before, now)
    const amount = chosen?.amount ?? before.totalAmount
    const facts = { feeAmount: chosen?.feeAmount ?? 0, cashAmount: before.totalAmount, method: chosen?.method ?? null }
    const after = await settleOrder(tx, before, { at: now, ...facts })
    const legs: Leg[] = [
      { kind: 'gateway', ownerId: 0, amount: -amount },
      { kind: 'revenue', amount, order: before },
    ]
    const note = `${before.tradeNo}: ${input.note}`
    await post(tx, {
      kind: 'order.paid',
      key: `by_hand:${before.id}`,
      currency: before.currency,
      legs,
      note,
      byAccountId: by.accountId,
      at: now,
    })
    const entry = { action: 'order.mark_paid', entity: 'order', id: before.tradeNo, before, after, reason: input.note }
    await record(tx, by, entry, now)
    return after
  })
}

type Chosen = { id: number; amount: number; feeAmount: number; method: Settlement['method'] }

async function succeedManualAttempt(tx: Tx, order: OrderRow, now: Date): Promise<Chosen | null> {
  const { id, amount, feeAmount, orderId, methodId, status } = paymentAttempts
  const [chosen] = await tx
    .select({ id, amount, feeAmount, method: { name: paymentMethods.name, translations: paymentMethods.translations } })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(and(eq(orderId, order.id), eq(paymentMethods.driver, 'manual'), inArray(status, ['created', 'pending', 'expired'])))
    .orderBy(desc(id))
    .limit(1)
  if (!chosen) return null
  await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(id, chosen.id))
  return chosen
}
