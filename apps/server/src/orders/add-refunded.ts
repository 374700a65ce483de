import { and, eq, gte, ne, sql } from 'drizzle-orm'
import { canMove } from '@portico/contract/order-status'
import type { Tx } from '../db/client.ts'
import { fundsWithin } from '../ledger/funds.ts'
import { withdrawTerm } from '../subscriptions/withdraw-term.ts'
import { lockOrderById, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'
import { isFilledAgain } from './terms/filled-again.ts'

/** Adds an amount (minor units) to what a locked order has refunded. Negative: a refund failed after all. */
export async function addRefunded(tx: Tx, order: OrderRow, amount: number): Promise<OrderRow> {
  const [changed] = await tx
    .update(orders)
    .set({ refundedAmount: sql`${orders.refundedAmount} + ${amount}` })
    .where(eq(orders.id, order.id))
    .returning()
  if (!changed) throw new Error('a locked order is missing')
  return changed
}

/**
 * Moves a fully refunded, locked order to `refunded`, also one about to be opened. An absorbed order stays absorbed: its remaining value
 * went into the order that replaced it. An order stays completed while it runs on money that was paid for the plan before it.
 */
export async function closeRefunded(tx: Tx, order: OrderRow, now: Date): Promise<OrderRow> {
  if (await runsOnOthers(tx, order.id, now)) return order
  const held = canMove(order.status, 'hold') ? await moveOrder(tx, order, 'hold', { reviewReason: 'money_taken_back' }) : order
  return canMove(held.status, 'refund') ? moveOrder(tx, held, 'refund') : held
}

async function runsOnOthers(tx: Tx, id: number, now: Date): Promise<boolean> {
  // Read again: a refund may just have ended its term.
  const { status, termEnd } = await lockOrderById(tx, id)
  if (status !== 'completed' || (termEnd !== null && termEnd <= now)) return false
  return [...(await fundsWithin(tx, id)).keys()].some((paidFor) => paidFor !== id)
}

/**
 * Takes the rest of a locked order's term off the member's subscription, so that later orders for the plan start earlier.
 * Does nothing for an absorbed order, which has no term left, or a reset pack, which has none of its own.
 */
export async function endTermOf(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { termStart, termEnd, planId } = order
  const hasTerm = order.type !== 'reset' && order.status !== 'absorbed'
  if (!hasTerm || termStart === null || planId === null || (termEnd !== null && termEnd <= now)) return
  const goesOn = await isFilledAgain(tx, order)
  const rest = goesOn ? 0 : await withdrawTerm(tx, order.accountId, { planId, start: termStart, end: termEnd }, now)
  await tx
    .update(orders)
    .set({ termStart: termStart < now ? termStart : now, termEnd: now })
    .where(eq(orders.id, order.id))
  if (rest === 0 || termEnd === null) return
  const seconds = sql`make_interval(secs => ${rest / 1000}::double precision)`
  await tx
    .update(orders)
    .set({ termStart: sql`${orders.termStart} - ${seconds}`, termEnd: sql`${orders.termEnd} - ${seconds}` })
    .where(
      and(
        eq(orders.accountId, order.accountId),
        eq(orders.planId, planId),
        eq(orders.status, 'completed'),
        ne(orders.id, order.id),
        gte(orders.termStart, termEnd),
      ),
    )
}
