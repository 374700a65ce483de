import { count } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { usageAlerts } from './usage-alerts.table.ts'

/** Number of members who passed each threshold; empty thresholds are left out. */
export async function countUsageAlerts(db: Db): Promise<{ threshold: number; members: number }[]> {
  return db
    .select({ threshold: usageAlerts.threshold, members: count() })
    .from(usageAlerts)
    .groupBy(usageAlerts.threshold)
    .orderBy(usageAlerts.threshold)
}
