import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { usageAlerts } from './usage-alerts.table.ts'

export type UsageAlert = { threshold: number; at: Date }

/** The highest alert that was not dismissed. One whose cycle was reset a moment ago is no longer shown. */
export async function usageAlert(db: Db, accountId: number): Promise<UsageAlert | null> {
  const [row] = await db
    .select({ threshold: usageAlerts.threshold, at: usageAlerts.at })
    .from(usageAlerts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, usageAlerts.accountId))
    .where(
      and(
        eq(usageAlerts.accountId, accountId),
        isNull(usageAlerts.dismissedAt),
        sql`${subscriptions.up} + ${subscriptions.down} >= ${usageAlerts.used}`,
      ),
    )
    .orderBy(desc(usageAlerts.threshold))
    .limit(1)
  return row ?? null
}

/** Hides the alerts up to that threshold until the next cycle; a higher one that comes is shown again. May be called twice. */
export async function dismissUsageAlert(db: Db, accountId: number, threshold: number, now: Date): Promise<void> {
  await db
    .update(usageAlerts)
    .set({ dismissedAt: now })
    .where(and(eq(usageAlerts.accountId, accountId), lte(usageAlerts.threshold, threshold), isNull(usageAlerts.dismissedAt)))
}

/** How many members have passed each threshold; those nobody has passed are left out. */
export async function countUsageAlerts(db: Db): Promise<{ threshold: number; members: number }[]> {
  return db
    .select({ threshold: usageAlerts.threshold, members: count() })
    .from(usageAlerts)
    .groupBy(usageAlerts.threshold)
    .orderBy(usageAlerts.threshold)
}
