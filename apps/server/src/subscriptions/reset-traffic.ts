import { and, asc, eq, gt, lte, or, isNull } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { nextReset } from './change-subscription.ts'
import { subscriptions } from './subscriptions.table.ts'

const BATCH = 500

/**
 * Begins the next cycle of every running subscription whose time has come, once each however long nobody looked: the next
 * date comes from the anchor day, not from now. A term that ended before its reset gets none.
 */
export async function resetTraffic(database: Database, now: Date, zone: string): Promise<number> {
  let done = 0
  for (let batch = BATCH; batch === BATCH; done += batch) batch = await resetBatch(database, now, zone)
  return done
}

async function resetBatch({ transaction }: Database, now: Date, zone: string): Promise<number> {
  return transaction(async (tx) => {
    const stillRuns = or(isNull(subscriptions.expiresAt), gt(subscriptions.expiresAt, subscriptions.nextResetAt))
    const due = await tx
      .select({ id: subscriptions.accountId, at: subscriptions.nextResetAt, anchorDay: subscriptions.anchorDay })
      .from(subscriptions)
      .where(and(lte(subscriptions.nextResetAt, now), stillRuns))
      .orderBy(asc(subscriptions.nextResetAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    for (const { id, at, anchorDay } of due) {
      if (!at) continue
      const nextResetAt = anchorDay === null ? null : nextReset(now, at, anchorDay, zone)
      await tx.update(subscriptions).set({ up: 0, down: 0, nextResetAt }).where(eq(subscriptions.accountId, id))
    }
    return due.length
  })
}
