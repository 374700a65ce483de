import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import type { Leg } from '../ledger/post.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments/payments.table.ts'
import { keptOf, valueOf } from '../payments/receipt-returns.ts'
import { lockPaidById, type Paid, reversedBy } from './lock-paid.ts'
import { fundsOfPayment, holdingsOf } from './payment-funds.ts'
import { paymentReversals } from './refunds.table.ts'
import { takeMoney } from './take-back.ts'

/** Money that comes back in place of used money, and the payment it came in with; null: none, such as a gift. */
export type OtherMoney = { receiptId: number | null; amount: number }

/** `rest`: what returns to the balance; `inOrders`: to orders. `returned`: how much of the payment is still returned after that. */
type Restored = { rest: number; inOrders: number; returned: number }

/**
 * Splits what a won dispute returns in place of used money, by the member's payments it is missing from, newest first; the remainder is no
 * payment. Orders still hold the used money.
 */
export async function splitRestored(tx: Tx, paid: Paid, { rest, inOrders, returned }: Restored): Promise<OtherMoney[]> {
  const { receipt, attempt } = paid
  const taken = (await uncounted(tx, receipt.id)).reduce((all, amount) => all + Math.max(0, amount), returned)
  const missing = valueOf(attempt, keptOf(receipt)) - taken - inOrders - (await fundsOfPayment(tx, paid))
  let left = rest - Math.max(0, Math.min(rest, missing))
  if (left === 0) return []
  const others: OtherMoney[] = []
  for (const one of await missingFrom(tx, paid)) {
    const amount = Math.min(left, one.amount)
    if (amount === 0) break
    others.push({ ...one, amount })
    left -= amount
  }
  // First, because it pays the debt that is left.
  return left > 0 ? [{ receiptId: null, amount: left }, ...others] : others
}

/** Money of a payment that came back to the balance pays what refunds of it at the gateway left to the site. */
export async function coverLosses(tx: Tx, receiptId: number, context: Context): Promise<void> {
  const rows = await tx
    .select()
    .from(paymentReversals)
    .where(and(isTaken(receiptId), gt(paymentReversals.lossAmount, 0)))
    .orderBy(asc(paymentReversals.id))
    .for('update')
  for (const row of rows) {
    const paid = await lockPaidById(tx, receiptId)
    const found = reversedBy(paid, row, context)
    const amount = Math.min(row.lossAmount, (await holdingsOf(tx, found)).own)
    if (amount === 0) return
    const lossAmount = row.lossAmount - amount
    await tx.update(paymentReversals).set({ lossAmount }).where(eq(paymentReversals.id, row.id))
    const legs: Leg[] = [
      { kind: 'member', ownerId: paid.order.accountId, amount: -amount },
      { kind: 'site', amount },
    ]
    const counted = { isPaid: false, orderAmount: 0, bonus: 0, restBonuses: [] }
    await takeMoney(tx, found, { id: row.id, take: `${row.id}:loss:${row.lossAmount}`, legs, parts: [], counted })
  }
}

/** Money of the member's other payments that is neither with them nor returned; what the site returned itself counts as missing. */
async function missingFrom(tx: Tx, { receipt, order }: Paid): Promise<OtherMoney[]> {
  const { outcome, resolution, id } = paymentReceipts
  const rows = await tx
    .select({ receipt: paymentReceipts, attempt: paymentAttempts })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.accountId, order.accountId),
        eq(orders.currency, order.currency),
        ne(id, receipt.id),
        or(inArray(outcome, ['settled', 'credited']), inArray(resolution, ['settled', 'accepted', 'credited'])),
      ),
    )
    .orderBy(desc(id))
  const missing: OtherMoney[] = []
  for (const row of rows) {
    const taken = (await uncounted(tx, row.receipt.id)).reduce((all, more) => all + more, row.receipt.returnedValue)
    const amount = valueOf(row.attempt, keptOf(row.receipt)) - taken - (await fundsOfPayment(tx, { receipt: row.receipt, order }))
    if (amount > 0) missing.push({ receiptId: row.receipt.id, amount })
  }
  return missing
}

/**
 * What each gateway refund of a payment took beyond its returned part, because a chargeback counts for that; negative: left to the site.
 */
async function uncounted(tx: Tx, receiptId: number): Promise<number[]> {
  const rows = await tx.select().from(paymentReversals).where(isTaken(receiptId))
  return rows.map(({ valueAmount, lossAmount, returnedValue }) => valueAmount - lossAmount - returnedValue)
}

function isTaken(receiptId: number): SQL | undefined {
  const { cause, outcome, restoredAt } = paymentReversals
  const isBooked = inArray(outcome, ['order', 'balance'])
  return and(eq(paymentReversals.receiptId, receiptId), eq(cause, 'refund'), isBooked, isNull(restoredAt))
}
