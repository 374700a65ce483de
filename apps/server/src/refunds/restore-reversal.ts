import { eq } from 'drizzle-orm'
import { toDecimal } from '@portico/contract/money'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { type Leg, post } from '../ledger/post.ts'
import { isClosed } from '../ledger/refuse-closed.ts'
import { addRefunded } from '../orders/add-refunded.ts'
import { lockOrderById } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { restoreOrder } from '../orders/terms/restore-order.ts'
import { restoreTerm } from '../orders/terms/restore-term.ts'
import { markReturnedAttempt, restoreReturnable, restoreUnclear, valueOf } from '../payments/receipt-returns.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { debitForReversals } from './debit-for-reversals.ts'
import { chargedBack } from './fail-refund.ts'
import { coverLosses, splitRestored } from './split-restored.ts'
import type { Paid } from './lock-paid.ts'
import { paymentReversals, type ReversalPart, reversalParts, type ReversalRow } from './refunds.table.ts'

/**
 * Books that the money of a reversal came back, because a dispute was won or a refund failed. It goes back to where it was taken from, and
 * the terms come back. What has no place there goes to the balance and pays the member's debt. The site gets back its own loss. Only once.
 */
export async function restoreReversal(tx: Tx, paid: Paid, reversal: ReversalRow, context: Context): Promise<void> {
  if (reversal.restoredAt !== null) return
  const { receipt, order } = paid
  await tx.update(paymentReversals).set({ restoredAt: context.now }).where(eq(paymentReversals.id, reversal.id))
  if (reversal.outcome === 'unallocated') return restoreUnallocated(tx, paid, reversal, context)
  if (reversal.cause === 'refund') await oweInvoice(tx, { reversalId: reversal.id, cancels: true })
  await restoreReturnable(tx, receipt.id, { pay: reversal.returnedAmount, value: reversal.returnedValue })
  if (reversal.orderAmount > 0) await takeRefunded(tx, order.id, reversal.orderAmount, reversal)
  const parts = await tx.select().from(reversalParts).where(eq(reversalParts.reversalId, reversal.id)).orderBy(reversalParts.orderId)
  const legs: Leg[] = []
  for (const part of parts) {
    const held = await takeRefunded(tx, part.orderId, part.refundedAmount, reversal)
    if (await hasPlace(tx, held, { ...part, cause: reversal.cause }, context))
      legs.push({ kind: 'revenue', amount: part.amount, order: held })
  }
  await postRestored(tx, paid, reversal, { legs, context })
  await markReturnedAttempt(tx, receipt.id)
  await debitForReversals(tx, receipt.id, context)
}

/** Removes an amount from an order's refunds. The order gets its former status, unless a chargeback closed it unopened. */
async function takeRefunded(tx: Tx, orderId: number, amount: number, { cause }: Pick<ReversalRow, 'cause'>): Promise<OrderRow> {
  const order = await lockOrderById(tx, orderId)
  if (amount === 0) return order
  const changed = await addRefunded(tx, order, -amount)
  return cause === 'chargeback' && changed.completedAt === null ? changed : restoreOrder(tx, changed)
}

type Taken = Pick<ReversalPart, 'cutMs' | 'held'> & Pick<ReversalRow, 'cause'>

/** Whether the order can hold the money again: no chargeback has ended it, and its term was not cut, comes back, or has not begun. */
async function hasPlace(tx: Tx, order: OrderRow, { cause, cutMs, held }: Taken, context: Context): Promise<boolean> {
  if (cause === 'refund') return (await chargedBack(tx, order.id)).length === 0
  if (order.completedAt === null) return order.status === 'review'
  // Nobody could use the money.
  if (await isClosed(tx, order.accountId)) return false
  if (order.status !== 'completed') return false
  if (cutMs > 0) return restoreTerm(tx, order, await lockSubscription(tx, order.accountId), { ms: cutMs, held }, context)
  const { termStart, termEnd } = order
  return termStart === null || (termEnd !== null && termEnd > context.now && termStart < termEnd)
}

type Restored = { legs: Leg[]; context: Context }

async function postRestored(tx: Tx, paid: Paid, reversal: ReversalRow, { legs, context }: Restored): Promise<void> {
  const { receipt, order, method } = paid
  const { currency } = order
  const { valueAmount, lossAmount, bonusAmount } = reversal
  const to = await spendable(tx, order)
  const inOrders = legs.reduce((sum, { amount }) => sum + amount, 0)
  const rest = valueAmount - lossAmount - inOrders
  const others = await splitRestored(tx, paid, { rest, inOrders, returned: receipt.returnedValue - reversal.returnedValue })
  const own = others.reduce((left, { amount }) => left - amount, rest)
  const note = `${order.tradeNo}: ${toDecimal(reversal.amount, reversal.currency)} ${reversal.currency}`
  const common = { kind: 'payment.restored', receiptId: receipt.id, reversalId: reversal.id, currency, note, at: context.now } as const
  const from = (amount: number): Leg => ({ kind: 'gateway', ownerId: method.id, amount: -amount })
  const key = `reversal_restored:${reversal.id}`
  for (const { receiptId, amount } of others) {
    await post(tx, { ...common, receiptId, key: `${key}:${receiptId ?? 'other'}`, legs: [from(amount), { ...to, amount }] })
  }
  for (const { receiptId } of others) if (receiptId !== null) await coverLosses(tx, receiptId, context)
  const site: Leg = { kind: 'site', amount: lossAmount }
  await post(tx, { ...common, key, legs: [from(inOrders + own + lossAmount), ...legs, { ...to, amount: own }, site] })
  // Separate from the payment's own money, because the site gives it.
  const bonus: Leg[] = [
    { kind: 'site', amount: -bonusAmount },
    { ...to, amount: bonusAmount },
  ]
  await post(tx, { ...common, key: `reversal_bonus:${reversal.id}`, legs: bonus })
}

/** The money waits for an operator again. If one has decided about the rest of the payment, it goes to the balance. */
async function restoreUnallocated(
  tx: Tx,
  { receipt, attempt, order, method }: Paid,
  reversal: ReversalRow,
  { now }: Context,
): Promise<void> {
  const waits = await restoreUnclear(tx, receipt, reversal.returnedAmount)
  const isKnown = receipt.currency === attempt.payCurrency
  const { currency, amount } =
    waits || !isKnown ? reversal : { currency: order.currency, amount: valueOf(attempt, reversal.returnedAmount) }
  await post(tx, {
    kind: 'payment.restored',
    key: `reversal_restored:${reversal.id}`,
    receiptId: receipt.id,
    reversalId: reversal.id,
    currency,
    legs: [
      { kind: 'gateway', ownerId: method.id, amount: -amount },
      waits || !isKnown ? { kind: 'unallocated', amount } : { ...(await spendable(tx, order)), amount },
    ],
    note: `${order.tradeNo}: ${toDecimal(reversal.amount, reversal.currency)} ${reversal.currency}`,
    at: now,
  })
}

/** The member's balance, or the site's account if the member's account is closed. */
async function spendable(tx: Tx, { accountId: ownerId }: OrderRow): Promise<Pick<Leg, 'kind' | 'ownerId'>> {
  return (await isClosed(tx, ownerId)) ? { kind: 'site' } : { kind: 'member', ownerId }
}
