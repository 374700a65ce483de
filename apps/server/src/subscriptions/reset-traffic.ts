import { and, asc, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { newCycleSql } from './carry-over.ts'
import { nextReset } from './change-subscription.ts'
import { endTrafficGifts } from './gift-subscription.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

const BATCH = 1000

/**
 * Starts the next cycle of every running subscription that is due, once each however late it is: the next date comes from the anchor day,
 * not from now. A term that ends before its reset gets none. Each batch is a transaction, so an interrupted run continues where it stopped,
 * and pushes wait for one batch at most. Rows that pushes had locked come last, one by one: a transaction with a single row cannot
 * deadlock.
 */
export async function resetTraffic(database: Database, now: Date, zone: string): Promise<number> {
  let done = 0
  for (const size of [BATCH, 1]) {
    for (let batch = size; batch === size; done += batch) batch = await resetBatch(database, size, now, zone)
  }
  return done
}

/** When a term's used traffic is next reset; null: the term ends before that, or has no cycles. */
export function comingReset({ expiresAt, nextResetAt }: Pick<SubscriptionRow, 'expiresAt' | 'nextResetAt'>): Date | null {
  return nextResetAt !== null && (expiresAt === null || expiresAt > nextResetAt) ? nextResetAt : null
}

async function resetBatch({ transaction }: Database, size: number, now: Date, zone: string): Promise<number> {
  return transaction(async (tx) => {
    const stillRuns = or(isNull(subscriptions.expiresAt), gt(subscriptions.expiresAt, subscriptions.nextResetAt))
    const due = await tx
      .select({ id: subscriptions.accountId, at: subscriptions.nextResetAt, anchorDay: subscriptions.anchorDay })
      .from(subscriptions)
      .where(and(lte(subscriptions.nextResetAt, now), stillRuns))
      .orderBy(asc(subscriptions.nextResetAt))
      .limit(size)
      .for('update', size > 1 ? { skipLocked: true } : {})
    if (due.length === 0) return 0
    const next = due.map(({ at, anchorDay }) => (at === null || anchorDay === null ? null : nextReset(now, at, anchorDay, zone)))
    await tx.execute(sql`
      update ${subscriptions} set ${newCycleSql}, next_reset_at = t.next
      from unnest(${sql.param(due.map(({ id }) => id))}::bigint[], ${sql.param(next)}::timestamptz[]) as t (id, next)
      where ${subscriptions.accountId} = t.id`)
    const ids = due.map(({ id }) => id)
    await endTrafficGifts(tx, ids)
    await endEventsOf(tx, ids, ['usage_alert'], now)
    return due.length
  })
}
