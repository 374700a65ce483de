import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { changeOrigin } from '../../ledger/funds.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../../ledger/ledger.table.ts'
import type { Leg } from '../../ledger/post.ts'
import type { OrderRow } from '../../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments.table.ts'

/** Whether an operator booked the order's payment, and no payment of a gateway is known to be the same one. */
export async function isPaidByHand(tx: Tx, orderId: number): Promise<boolean> {
  return (await bookedByHand(tx, orderId)).length > 0 && !(await isIdentified(tx, orderId))
}

/** The method under which an operator booked the order's payment; 0: under none, or nothing was booked by hand. */
export async function methodByHand(tx: Tx, orderId: number): Promise<number> {
  return (await bookedByHand(tx, orderId))[0]?.ownerId ?? 0
}

/**
 * Legs that make this payment the one an operator booked for a locked order, as money of its method; the excess goes to the balance. Throws
 * `order.wrong_status` if another payment is taken for it already.
 */
export async function identify(tx: Tx, order: OrderRow, value: number): Promise<Leg[]> {
  if (await isIdentified(tx, order.id)) throw new AppError('order.wrong_status')
  let left = value
  const legs = (await bookedByHand(tx, order.id)).map(({ ownerId, amount }): Leg => {
    const part = Math.min(left, amount)
    left -= part
    return { kind: 'gateway', ownerId, amount: part }
  })
  return [...legs, { kind: 'member', ownerId: order.accountId, amount: left }]
}

/** Makes this payment the origin of money that an operator booked, so that a chargeback finds it. Call it after posting the legs. */
export async function moveOrigin(tx: Tx, orderId: number, receiptId: number): Promise<void> {
  const [given] = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.key, `receipt_given:${receiptId}`))
  const before = (await bookedByHand(tx, orderId)).map(({ id }) => id)
  if (given) await changeOrigin(tx, before, given.id)
}

async function isIdentified(tx: Tx, orderId: number): Promise<boolean> {
  const [known] = await tx
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(
      and(eq(paymentAttempts.orderId, orderId), eq(paymentReceipts.outcome, 'paid_otherwise'), eq(paymentReceipts.resolution, 'settled')),
    )
    .limit(1)
  return known !== undefined
}

/** What an operator booked for an order without a receipt: where, and how much; null: nothing. */
async function bookedByHand(tx: Tx, orderId: number): Promise<{ id: number; ownerId: number; amount: number }[]> {
  const paid = tx
    .select({ id: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerTransactions.kind, 'order.paid'), isNull(ledgerTransactions.receiptId)))
    .as('paid')
  const rows = await tx
    .select({ id: paid.id, ownerId: ledgerAccounts.ownerId, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(paid, eq(paid.id, ledgerEntries.transactionId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(and(eq(ledgerAccounts.kind, 'gateway'), ne(ledgerEntries.amount, 0)))
  return rows.map(({ amount, ...from }) => ({ ...from, amount: -amount }))
}
