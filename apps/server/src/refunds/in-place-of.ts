import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments/payments.table.ts'
import { keptOf, valueOf } from '../payments/receipt-returns.ts'
import type { Paid } from './lock-paid.ts'
import { fundsOfPayment } from './payment-funds.ts'

/** Other money that comes back, and the payment it came with; null: none, such as a gift. */
export type Other = { receiptId: number | null; amount: number }

/** `rest`: what comes back to the balance, and `inOrders`: to orders. `returned`: of the payment, once it has come back. */
type Restored = { rest: number; inOrders: number; returned: number }

/**
 * Of what a won dispute gives back, the money that a chargeback took, or that paid its debt, in place of what was used: the orders still
 * hold that. It comes back as what it was: of the member's payments that money is missing from, the newest first. The rest was no payment.
 */
export async function inPlaceOf(tx: Tx, paid: Paid, { rest, inOrders, returned }: Restored): Promise<Other[]> {
  const { receipt, attempt } = paid
  const missing = valueOf(attempt, keptOf(receipt)) - returned - inOrders - (await fundsOfPayment(tx, paid))
  let left = rest - Math.max(0, Math.min(rest, missing))
  if (left === 0) return []
  const others: Other[] = []
  for (const one of await missingFrom(tx, paid)) {
    const amount = Math.min(left, one.amount)
    if (amount === 0) break
    others.push({ ...one, amount })
    left -= amount
  }
  // First, because it pays the debt that is left.
  return left > 0 ? [{ receiptId: null, amount: left }, ...others] : others
}

/** What is neither with the member nor returned, of their other payments. */
async function missingFrom(tx: Tx, { receipt, order }: Paid): Promise<Other[]> {
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
  const missing: Other[] = []
  for (const row of rows) {
    const stays = valueOf(row.attempt, keptOf(row.receipt)) - row.receipt.returnedValue
    const amount = stays - (await fundsOfPayment(tx, { receipt: row.receipt, order }))
    if (amount > 0) missing.push({ receiptId: row.receipt.id, amount })
  }
  return missing
}
