import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import { earnersOf } from '../commissions/accrue-commission.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type Settlement, settleOrder } from '../orders/settle-order.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from './payments.table.ts'
import { clearReceipt, isUnclear, type Unclear, worthOf } from './receipts/unclear.ts'

/** Operator's decision about an open receipt; `use`: it pays the order. */
type Decision = { id: number; use: boolean }
type Input = { tradeNo: string; note: string; receipts: Decision[] }

/**
 * Confirms, for an operator, that an unpaid order was paid outside any gateway, or with open receipts. The receipts pay first, and what
 * exceeds the order goes to the balance; the rest came in by hand. If the member chose a method with instructions, that attempt succeeds,
 * with its fee, and the rest came by that method. Throws `order.wrong_status` unless the order is pending, `receipt.undecided` if the
 * operator left out an open receipt, `receipt.wrong_status` if one is not open, and `receipt.currency` if its value is unknown.
 */
export async function markPaid({ transaction }: Database, by: Actor, input: Input, now: Date): Promise<OrderRow> {
  return transaction(async (tx) => {
    const before = await lockOrder(tx, input.tradeNo)
    const used = await findUsed(tx, before, input.receipts)
    const manual = await succeedManualAttempt(tx, before, now)
    const chosen = manual ?? ofReceipt(used.at(-1))
    const amount = chosen?.amount ?? before.totalAmount
    const facts = { feeAmount: chosen?.feeAmount ?? 0, cashAmount: before.totalAmount, method: chosen?.method ?? null }
    const after = await settleOrder(tx, before, { at: now, ...facts })
    let left = amount
    for (const { value, ...unclear } of used) {
      const part = Math.min(left, value)
      left -= part
      const legs: Leg[] = [
        { kind: 'revenue', amount: part, order: before },
        { kind: 'member', ownerId: before.accountId, amount: value - part },
      ]
      await clearReceipt(tx, by, unclear, { resolution: part > 0 ? 'settled' : 'credited', legs, note: input.note, now })
    }
    const legs: Leg[] = [
      { kind: 'gateway', ownerId: manual?.method?.id ?? 0, amount: -left },
      { kind: 'revenue', amount: left, order: before },
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
    const entry = { action: 'order.mark_paid', entity: 'order', id: before.tradeNo, before, after, reason: input.note } as const
    await record(tx, by, { ...entry, beneficiary: await earnersOf(tx, before.accountId) }, now)
    return after
  })
}

type Used = Unclear & { value: number }

/** The open receipts that paid the order, oldest first. */
async function findUsed(tx: Tx, order: OrderRow, decisions: Decision[]): Promise<Used[]> {
  const rows = await tx
    .select({ receipt: paymentReceipts, attempt: paymentAttempts, method: paymentMethods })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(and(eq(paymentAttempts.orderId, order.id), isNull(paymentReceipts.resolution)))
    .orderBy(asc(paymentReceipts.id))
    .for('update', { of: paymentReceipts })
  const open = rows.filter(({ receipt }) => isUnclear(receipt))
  if (open.some(({ receipt }) => !decisions.some(({ id }) => id === receipt.id))) throw new AppError('receipt.undecided')
  if (decisions.some(({ id }) => !open.some(({ receipt }) => receipt.id === id))) throw new AppError('receipt.wrong_status')
  return open.flatMap((row) => {
    if (!decisions.some(({ id, use }) => use && id === row.receipt.id)) return []
    const value = worthOf(row)
    if (value === null) throw new AppError('receipt.currency')
    return [{ ...row, order, value }]
  })
}

type Chosen = { amount: number; feeAmount: number; method: Settlement['method'] }

function ofReceipt(used: Used | undefined): Chosen | null {
  return used ? { amount: used.attempt.amount, feeAmount: used.attempt.feeAmount, method: used.method } : null
}

async function succeedManualAttempt(tx: Tx, order: OrderRow, now: Date): Promise<Chosen | null> {
  const { id, amount, feeAmount, orderId, methodId, status } = paymentAttempts
  const [chosen] = await tx
    .select({ id, amount, feeAmount, method: paymentMethods })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(and(eq(orderId, order.id), eq(paymentMethods.driver, 'manual'), inArray(status, ['created', 'pending', 'expired'])))
    .orderBy(desc(id))
    .limit(1)
  if (!chosen) return null
  await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(id, chosen.id))
  return chosen
}
