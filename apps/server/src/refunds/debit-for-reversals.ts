import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import type { Leg } from '../ledger/post.ts'
import { keptOf, returnPay, setReturned, valueOf } from '../payments/receipt-returns.ts'
import { lockPaidById, type Paid, reversedBy } from './lock-paid.ts'
import { fundsOfPayment } from './payment-funds.ts'
import { paymentReversals, type ReversalRow } from './refunds.table.ts'
import { bonusOfAll, findMoney, takeMoney } from './take-back.ts'
import { countTaken } from './what-to-take.ts'

/**
 * Call it after money came back to a payment. Reversals that could not take it, because it was already returned, now take it: it repays the
 * site's loss and the member's debt.
 */
export async function debitForReversals(tx: Tx, receiptId: number, context: Context): Promise<void> {
  const uncovered = await tx
    .select()
    .from(paymentReversals)
    .where(
      and(
        eq(paymentReversals.receiptId, receiptId),
        isNull(paymentReversals.restoredAt),
        inArray(paymentReversals.outcome, ['order', 'balance']),
        lt(paymentReversals.returnedAmount, paymentReversals.amount),
      ),
    )
    .orderBy(asc(paymentReversals.id))
    .for('update')
  for (const reversal of uncovered) await debitFor(tx, receiptId, reversal, context)
}

async function debitFor(tx: Tx, receiptId: number, row: ReversalRow, context: Context): Promise<void> {
  const paid = await lockPaidById(tx, receiptId)
  const { receipt, attempt, order } = paid
  const pay = Math.min(row.amount - row.returnedAmount, keptOf(receipt) - receipt.returnedAmount)
  if (pay <= 0) return
  const before = { pay: receipt.returnedAmount, value: receipt.returnedValue }
  const after = returnPay(attempt, before, pay)
  await setReturned(tx, receiptId, after)
  const returnedValue = after.value - before.value
  const value = Math.min(returnedValue, row.valueAmount - row.returnedValue)
  const found = reversedBy(paid, row, context)
  const due = Math.min(value, await missed(tx, { ...found, row, returned: after.value }))
  const { own, ownPaid, parts, balance } = await findMoney(tx, found, { value: due, isWhole: after.pay >= keptOf(receipt) })
  const inOrders = parts.reduce((sum, { amount }) => sum + amount, 0)
  const loss = Math.min(own + inOrders, row.lossAmount)
  const gained = inOrders - loss
  const counted = await countTaken(tx, found, { own, ownPaid, parts, value, free: balance + Math.min(0, gained) })
  await tx
    .update(paymentReversals)
    .set({
      returnedAmount: row.returnedAmount + pay,
      returnedValue: row.returnedValue + returnedValue,
      orderAmount: row.orderAmount + counted.orderAmount,
      bonusAmount: row.bonusAmount + bonusOfAll(counted),
      lossAmount: row.lossAmount - loss,
      debtAmount: sql`greatest(0, ${paymentReversals.debtAmount} - ${own + inOrders - loss})`,
    })
    .where(eq(paymentReversals.id, row.id))
  const legs: Leg[] = [
    { kind: 'site', amount: loss },
    { kind: 'member', ownerId: order.accountId, amount: gained },
  ]
  await takeMoney(tx, found, { id: row.id, take: `${row.id}:${row.returnedAmount}`, legs, parts, counted })
}

type Covered = Paid & { row: ReversalRow; returned: number }

/** Amount a reversal may still take of the payment's own money. `returned`: of the payment, with what this reversal returns now. */
async function missed(tx: Tx, { row, returned, ...paid }: Covered): Promise<number> {
  // A refund has taken the rest from the payment's money, even if that was used.
  if (row.cause === 'refund') return row.lossAmount
  // If a refund took other money of the member, the chargeback has found the payment's own.
  const stays = valueOf(paid.attempt, keptOf(paid.receipt)) - returned
  return Math.max(0, (await fundsOfPayment(tx, paid)) - stays)
}
