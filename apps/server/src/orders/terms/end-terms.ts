import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { orders } from '../orders.table.ts'
import { movedTerms } from './moved-terms.ts'

/**
 * Ends the terms that paid for the held plan where staff end the subscription, or gives back what the last such cut took. What is gone by
 * is served, so nothing ends before now. Returns when the last of these terms ends, or null if none moves.
 */
export async function endTerms(tx: Tx, { accountId, planId, expiresAt }: SubscriptionRow, end: Date, now: Date): Promise<Date | null> {
  if (planId === null) return null
  const bought = inArray(orders.type, ['new', 'renew', 'change'])
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(eq(orders.accountId, accountId), eq(orders.planId, planId), eq(orders.status, 'completed'), bought, isNotNull(orders.termEnd)),
    )
    .orderBy(asc(orders.termStart), asc(orders.id))
    .for('update')
  const terms = rows.flatMap(({ id, begunAt, cut, termStart, termEnd }) =>
    termStart && termEnd ? [{ id, begunAt, cut, termStart, termEnd }] : [],
  )
  const moved = movedTerms(terms, { from: expiresAt, end, now })
  for (const { id, termStart, termEnd, cut } of moved) await tx.update(orders).set({ termStart, termEnd, cut }).where(eq(orders.id, id))
  return moved.reduce<Date | null>((last, { termEnd }) => (last && last > termEnd ? last : termEnd), null)
}
