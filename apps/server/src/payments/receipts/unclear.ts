import { eq } from 'drizzle-orm'
import type { ReceiptResolution } from '@portico/contract/orders-admin'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../db/client.ts'
import { writtenRow } from '../../db/written-row.ts'
import { oweInvoice } from '../../invoices/owe-invoice.ts'
import { type Leg, post } from '../../ledger/post.ts'
import type { OrderRow } from '../../orders/orders.table.ts'
import {
  type PaymentAttemptRow,
  paymentAttempts,
  type PaymentMethodRow,
  type PaymentReceiptRow,
  paymentReceipts,
} from '../payments.table.ts'
import { keptOf, valueOf } from '../receipt-returns.ts'

/** A payment that does not fit its order: its amount is wrong, or another payment has its number. */
export type Unclear = { receipt: PaymentReceiptRow; attempt: PaymentAttemptRow; method: PaymentMethodRow; order: OrderRow }

/** Whether the payment waits for an operator. */
export function isUnclear({ outcome, resolution }: Pick<PaymentReceiptRow, 'outcome' | 'resolution'>): boolean {
  return resolution === null && outcome !== 'settled' && outcome !== 'credited'
}

/** The value of an unclear payment in the order's currency, minus what the gateway took back; null: unknown. */
export function worthOf({ receipt, attempt }: Pick<Unclear, 'receipt' | 'attempt'>): number | null {
  if (receipt.currency !== attempt.payCurrency) return null
  return valueOf(attempt, keptOf(receipt))
}

type Resolved = { resolution: ReceiptResolution; legs: Leg[]; note: string; now: Date }

/** Resolves a locked payment: clears it in its own currency and books its use in the order's. `legs`: that use; empty: it was sent back. */
export async function clearReceipt(
  tx: Tx,
  by: Actor,
  unclear: Unclear,
  { resolution, legs, note, now }: Resolved,
): Promise<PaymentReceiptRow> {
  const { receipt, attempt, method, order } = unclear
  const set = { resolution, resolvedAt: now, resolvedBy: by.accountId, resolutionNote: note }
  const after = writtenRow(await tx.update(paymentReceipts).set(set).where(eq(paymentReceipts.id, receipt.id)).returning())
  if (resolution === 'settled' || resolution === 'accepted') {
    await tx.update(paymentAttempts).set({ status: 'succeeded', settledAt: now }).where(eq(paymentAttempts.id, attempt.id))
  }
  const common = { note: `${order.tradeNo}: ${note}`, byAccountId: by.accountId, receiptId: receipt.id, at: now }
  const gateway = (amount: number): Leg => ({ kind: 'gateway', ownerId: method.id, amount })
  const left = keptOf(receipt)
  await post(tx, {
    ...common,
    kind: resolution === 'returned' ? 'payment.returned' : 'payment.cleared',
    key: `receipt_cleared:${receipt.id}`,
    currency: receipt.currency,
    legs: [{ kind: 'unallocated', amount: -left }, gateway(left)],
  })
  if (legs.some(({ kind, amount }) => kind === 'member' && amount > 0)) await oweInvoice(tx, { receiptId: receipt.id })
  const value = legs.reduce((sum, { amount }) => sum + amount, 0)
  await post(tx, {
    ...common,
    kind: resolution === 'credited' ? 'payment.credited' : 'order.paid',
    key: `receipt_given:${receipt.id}`,
    currency: order.currency,
    legs: [gateway(-value), ...legs],
  })
  return after
}
