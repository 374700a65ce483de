import { sql } from 'drizzle-orm'
import { reverseCommission } from '../commissions/reverse-commission.ts'
import type { Tx } from '../db/client.ts'
import { fundsWithin } from '../ledger/funds.ts'
import { addRefunded, closeRefunded } from '../orders/add-refunded.ts'
import { lockOrderById } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { cutTerm } from '../orders/terms/cut-term.ts'
import { creditRest } from '../orders/value/credit-rest.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { storedTerm } from '../subscriptions/stored-term.ts'
import type { Reversed } from './lock-paid.ts'
import { paidFor } from './paid-for.ts'
import { reversalParts } from './refunds.table.ts'
import type { Part } from './what-to-take.ts'

/**
 * `take`: names this taking; a reversal may take twice. `restBonus`: what of the rest was bonus of the payment. `isFinal`: the plan does
 * not come back, because a pack that gave back its traffic went to the balance.
 */
export type Take = { reversalId: number; take: string; restBonus: number; isFinal: boolean }

/** Money that returned to the balance from an order, by the order it was paid for. */
export type ReturnedMoney = { orderId: number; amount: number }

/**
 * Follows the posting that took a part of an order's money: ends the order's term, and notes what was taken. Returns what went back to the
 * balance.
 */
export async function takeFromOrder(tx: Tx, { receipt, order: paid, context }: Reversed, part: Part, by: Take): Promise<ReturnedMoney[]> {
  const { amount, ownPaid, rest, ends } = part
  // Read again: cutting another term may have moved this one.
  const order = await lockOrderById(tx, part.order.id)
  const subscription = await lockSubscription(tx, order.accountId)
  const cut = ends ? await cutTerm(tx, order, context.now) : 0
  const returned = rest > 0 ? await returnRest(tx, order, rest, { ...by, lastReceiptId: receipt.id, at: context.now }) : []
  const { total } = await paidFor(tx, order)
  const refundedAmount = order.id === paid.id ? 0 : Math.min(amount, ownPaid, Math.max(0, total - order.refundedAmount))
  const comesBack = cut > 0 && rest === 0 && !by.isFinal ? { cutMs: cut, held: storedTerm(subscription) } : { cutMs: 0 }
  await notePart(tx, { reversalId: by.reversalId, orderId: order.id, amount, refundedAmount, ...comesBack })
  const changed = refundedAmount > 0 ? await addRefunded(tx, order, refundedAmount) : order
  // An order that lost its money before it was opened stays unopened.
  const isUnopened = ends && order.completedAt === null
  if (isUnopened || (refundedAmount > 0 && changed.refundedAmount >= total)) await closeRefunded(tx, changed, context.now)
  return returned
}

/** Reverses commission for money that went to the balance. Call it once refunded amounts are final. */
export async function reverseRest(tx: Tx, rest: ReturnedMoney[], at: Date): Promise<void> {
  for (const { orderId, amount } of rest) {
    const order = await lockOrderById(tx, orderId)
    const { total } = await paidFor(tx, order)
    await reverseCommission(tx, orderId, { refunded: order.refundedAmount + amount, base: total }, at)
  }
}

type Returning = Pick<Take, 'reversalId' | 'take' | 'restBonus'> & { lastReceiptId: number; at: Date }

/**
 * Credits the rest of an ended order's unused part. The payment's own money was used, so other money returns. A won dispute does not
 * restore the term.
 */
async function returnRest(tx: Tx, order: OrderRow, rest: number, { take, restBonus, ...returning }: Returning): Promise<ReturnedMoney[]> {
  const before = await fundsWithin(tx, order.id)
  await creditRest(tx, order, { ...returning, amount: rest, key: `reversal_rest:${take}:${order.id}`, bonus: restBonus })
  const after = await fundsWithin(tx, order.id)
  return [...before].map(([orderId, amount]) => ({ orderId, amount: amount - (after.get(orderId) ?? 0) }))
}

async function notePart(tx: Tx, part: typeof reversalParts.$inferInsert): Promise<void> {
  const { amount, refundedAmount, cutMs, held } = reversalParts
  await tx
    .insert(reversalParts)
    .values(part)
    .onConflictDoUpdate({
      target: [reversalParts.reversalId, reversalParts.orderId],
      set: {
        amount: sql`${amount} + excluded.amount`,
        refundedAmount: sql`${refundedAmount} + excluded.refunded_amount`,
        cutMs: sql`${cutMs} + excluded.cut_ms`,
        held: sql`coalesce(${held}, excluded.held)`,
      },
    })
}
