import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { withdrawTerm } from '../../subscriptions/withdraw-term.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { isFilledAgain } from './filled-again.ts'

/**
 * Takes what is left of a locked order's term off the member's subscription, so that later orders for the plan start earlier. Returns the
 * milliseconds taken, 0 for a permanent term.
 */
export async function cutTerm(tx: Tx, order: OrderRow, now: Date): Promise<number> {
  const { termStart, termEnd, planId, accountId } = order
  if (termStart === null || planId === null || (termEnd !== null && termEnd <= now)) return 0
  if (order.type === 'reset') {
    await endPack(tx, order, now)
    return 0
  }
  if (termEnd === null) {
    if (!(await isFilledAgain(tx, order))) await withdrawTerm(tx, accountId, { planId, start: termStart, end: null }, now)
    await tx.update(orders).set({ termEnd: now }).where(eq(orders.id, order.id))
    return 0
  }
  const end = new Date(Math.max(termStart.getTime(), now.getTime()))
  const taken = await withdrawTerm(tx, accountId, { planId, start: end, end: termEnd }, now)
  await tx.update(orders).set({ termEnd: end }).where(eq(orders.id, order.id))
  await shiftLater(tx, { ...order, termEnd }, -taken)
  return taken
}

/** Ends a reset pack; it ends with its plan. */
export async function endPack(tx: Tx, { id }: OrderRow, now: Date): Promise<void> {
  await tx.update(orders).set({ termEnd: now }).where(eq(orders.id, id))
}

/** Moves the terms that follow a locked order's term, by milliseconds. */
export async function shiftLater(tx: Tx, { id, accountId, planId, termEnd }: OrderRow, ms: number): Promise<void> {
  if (ms === 0 || planId === null || termEnd === null) return
  const by = sql`make_interval(secs => ${ms / 1000}::double precision)`
  await tx
    .update(orders)
    .set({ termStart: sql`${orders.termStart} + ${by}`, termEnd: sql`${orders.termEnd} + ${by}` })
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId),
        eq(orders.status, 'completed'),
        ne(orders.id, id),
        gte(orders.termStart, termEnd),
      ),
    )
}
