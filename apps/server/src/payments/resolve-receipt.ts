import { eq } from 'drizzle-orm'
import type { ReceiptResolution } from '@portico/contract/receipts-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrderById } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { settleOrder } from '../orders/settle-order.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  paymentMethods,
  type PaymentReceiptRow,
  paymentReceipts,
} from './payments.table.ts'
import { valueOf } from './receipt-returns.ts'

type Unclear = { receipt: PaymentReceiptRow; attempt: PaymentAttemptRow; method: PaymentMethodRow; order: OrderRow }

/**
 * Carries out an operator's decision about a payment of a wrong amount, once: `credited` puts it on the member's balance; `settled` pays
 * the pending order and credits the rest; `returned` records that it was sent back. Throws `receipt.wrong_status`, `receipt.not_enough`,
 * `receipt.currency` (its value is unknown), `order.wrong_status`.
 */
export async function resolveReceipt(
  { transaction }: Database,
  by: Actor,
  { id, resolution, note }: { id: number; resolution: ReceiptResolution; note: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const unclear = await lockUnclear(tx, id)
    const value = worthOf(unclear)
    const legs = resolution === 'returned' ? [] : await give(tx, unclear, resolution, { value, now })
    const set = { resolution, resolvedAt: now, resolvedBy: by.accountId, resolutionNote: note }
    const after = writtenRow(await tx.update(paymentReceipts).set(set).where(eq(paymentReceipts.id, id)).returning())
    await postResolution(tx, by, unclear, { legs, note, resolution, now })
    const before = unclear.receipt
    await record(tx, by, { action: 'receipt.resolve', entity: 'receipt', id: before.callbackNo, before, after, reason: note }, now)
  })
}

/** The value of a payment of a wrong amount in the order's currency, minus what the gateway took back; null: unknown. */
export function worthOf({ receipt, attempt }: Pick<Unclear, 'receipt' | 'attempt'>): number | null {
  if (receipt.currency !== attempt.payCurrency) return null
  return valueOf(attempt, receipt.amount - receipt.returnedAmount)
}

async function lockUnclear(tx: Tx, id: number): Promise<Unclear> {
  const [found] = await tx
    .select({ attempt: paymentAttempts, method: paymentMethods })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
    .where(eq(paymentReceipts.id, id))
  if (!found) throw new AppError('not_found')
  const order = await lockOrderById(tx, found.attempt.orderId)
  const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, id)).for('update')
  const isUnclear = receipt && (receipt.outcome === 'underpaid' || receipt.outcome === 'overpaid')
  if (!isUnclear || receipt.resolution !== null) throw new AppError('receipt.wrong_status')
  return { ...found, receipt, order }
}

type Worth = { value: number | null; now: Date }

/** The legs that hand out the money, in the order's currency. */
async function give(tx: Tx, unclear: Unclear, resolution: 'credited' | 'settled', { value, now }: Worth): Promise<Leg[]> {
  const { attempt, method, order } = unclear
  if (value === null) throw new AppError('receipt.currency')
  const { accountId: ownerId, totalAmount: cashAmount } = order
  if (resolution === 'credited') return [{ kind: 'member', ownerId, amount: value }]
  if (order.status !== 'pending') throw new AppError('order.wrong_status')
  if (value < attempt.amount) throw new AppError('receipt.not_enough')
  await settleOrder(tx, order, { at: now, feeAmount: attempt.feeAmount, cashAmount, method })
  await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(paymentAttempts.id, attempt.id))
  return [
    { kind: 'revenue', amount: attempt.amount, order },
    { kind: 'member', ownerId, amount: value - attempt.amount },
  ]
}

type Resolved = { legs: Leg[]; note: string; resolution: ReceiptResolution; now: Date }

/** Clears the payment in the currency it came in, and books what was handed out in the order's. */
async function postResolution(tx: Tx, by: Actor, { receipt, method, order }: Unclear, { legs, note: reason, resolution, now }: Resolved) {
  const note = `${order.tradeNo}: ${reason}`
  const common = { note, byAccountId: by.accountId, receiptId: receipt.id, at: now }
  const gateway = (amount: number): Leg => ({ kind: 'gateway', ownerId: method.id, amount })
  const left = receipt.amount - receipt.returnedAmount
  await post(tx, {
    ...common,
    kind: resolution === 'returned' ? 'payment.returned' : 'payment.cleared',
    key: `receipt_cleared:${receipt.id}`,
    currency: receipt.currency,
    legs: [{ kind: 'unallocated', amount: -left }, gateway(left)],
  })
  if (legs.length === 0) return
  const value = legs.reduce((sum, { amount }) => sum + amount, 0)
  await post(tx, {
    ...common,
    kind: resolution === 'settled' ? 'order.paid' : 'payment.credited',
    key: `receipt_given:${receipt.id}`,
    currency: order.currency,
    legs: [gateway(-value), ...legs],
  })
}
