import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { clockChecks } from './clock-checks.table.ts'

/** More is not a clock but a made-up number. */
const MAX_MS = 50 * 365 * 86_400_000

/** Remembers how far a member's device is ahead of our clock, in milliseconds; negative: behind. Only the last one is kept. */
export async function noteClock(db: Db, accountId: number, skewMs: number, now: Date): Promise<void> {
  const kept = Math.max(-MAX_MS, Math.min(MAX_MS, Math.round(skewMs)))
  await db
    .insert(clockChecks)
    .values({ accountId, skewMs: kept, at: now })
    .onConflictDoUpdate({ target: clockChecks.accountId, set: { skewMs: sql`excluded.skew_ms`, at: sql`excluded.at` } })
}
