import { and, asc, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { newCycleSql } from './carry-over.ts'
import { nextReset } from './change-subscription.ts'
import { endTrafficGifts } from './gift-subscription.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

const BATCH = 1000

/**
 * Begins the next cycle of every running subscription whose time has come, once each however long nobody looked: the next
 * date comes from the anchor day, not from now. A term that ended before its reset gets none. Batches are transactions of their
 * own, so it goes on where it was cut off, and pushes wait for a batch at most. Rows that pushes held meanwhile come last, one by
 * one: who holds a single row and waits for none can lock nobody out.
 */
export async function resetTraffic(database: Database, now: Date, zone: string): Promise<number> {
  let done = 0
  for (const size of [BATCH, 1]) {
    for (let batch = size; batch === size; done += batch) batch = await resetBatch(database, size, now, zone)
  }
  return done
}

/** When a term's used traffic next begins at zero; null where the term ends before it does, or has no cycles. */
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
