import { eq } from 'drizzle-orm'
import type { ReceiptResolution } from '@portico/contract/orders-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import { earnersOf } from '../commissions/accrue-commission.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import type { Leg } from '../ledger/post.ts'
import { refuseClosed } from '../ledger/refuse-closed.ts'
import { lockOrderById } from '../orders/move-order.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { paidPart } from './charge.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from './payments.table.ts'
import { identify, moveOrigin } from './receipts/paid-by-hand.ts'
import { clearReceipt, isUnclear, type Unclear, worthOf } from './receipts/unclear.ts'

/**
 * Carries out an operator's decision about an unclear payment, once: `credited` puts it on the member's balance; `settled` pays the pending
 * order and credits the rest, or is what an operator booked for the order before; `accepted` pays it with a shortfall; `returned` records
 * that it was sent back. Throws `receipt.wrong_status`, `receipt.not_enough`, `receipt.currency` (its value is unknown), `receipt.topup`,
 * `order.wrong_status`, `account.closed`.
 */
export async function resolveReceipt(
  { transaction }: Database,
  by: Actor,
  { id, resolution, note }: { id: number; resolution: ReceiptResolution; note: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const unclear = await lockUnclear(tx, id)
    const legs = resolution === 'returned' ? [] : await give(tx, unclear, resolution, now)
    const before = unclear.receipt
    const after = await clearReceipt(tx, by, unclear, { resolution, legs, note, now })
    if (isSamePayment(unclear, resolution)) await moveOrigin(tx, unclear.order.id, id)
    const entry = { action: 'receipt.resolve', entity: 'receipt', id: before.callbackNo, before, after, reason: note } as const
    await record(tx, by, { ...entry, beneficiary: await earnersOf(tx, unclear.order.accountId) }, now)
  })
}

async function lockUnclear(tx: Tx, id: number): Promise<Unclear> {
  const found = foundRow(
    await tx
      .select({ attempt: paymentAttempts, method: paymentMethods })
      .from(paymentReceipts)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
      .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
      .where(eq(paymentReceipts.id, id)),
  )
  const order = await lockOrderById(tx, found.attempt.orderId)
  const [receipt] = await tx.select().from(paymentReceipts).where(eq(paymentReceipts.id, id)).for('update')
  if (!receipt || !isUnclear(receipt)) throw new AppError('receipt.wrong_status')
  return { ...found, receipt, order }
}

/** The legs that hand out the money, in the order's currency. */
async function give(tx: Tx, unclear: Unclear, resolution: Exclude<ReceiptResolution, 'returned'>, now: Date): Promise<Leg[]> {
  const { attempt, method, order } = unclear
  const value = worthOf(unclear)
  if (value === null) throw new AppError('receipt.currency')
  const { accountId: ownerId } = order
  if (resolution === 'credited') {
    await refuseClosed(tx, ownerId)
    return [{ kind: 'member', ownerId, amount: value }]
  }
  if (isSamePayment(unclear, resolution)) return identify(tx, order, value)
  if (order.status !== 'pending') throw new AppError('order.wrong_status')
  // The member gets the whole amount of a top-up, so what is missing would be a gift.
  if (resolution === 'accepted' && order.type === 'topup') throw new AppError('receipt.topup')
  if (value < (resolution === 'settled' ? attempt.amount : 1)) throw new AppError('receipt.not_enough')
  const paid = paidPart(order, attempt.feeAmount, value)
  await settleOrder(tx, order, { at: now, method, ...paid })
  const amount = paid.cashAmount + paid.feeAmount
  return [
    { kind: 'revenue', amount, order },
    { kind: 'member', ownerId, amount: value - amount },
  ]
}

function isSamePayment({ receipt }: Unclear, resolution: ReceiptResolution): boolean {
  return receipt.outcome === 'paid_otherwise' && resolution === 'settled'
}
