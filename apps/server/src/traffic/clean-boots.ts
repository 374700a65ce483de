import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { nodeBoots } from './traffic.table.ts'

const DAY = 86_400_000
const OPEN_MS = 30 * DAY
const KNOWN_MS = 400 * DAY

/**
 * Closes boots that have not reported for a month: their counters go but the row stays, so that a late report is refused, not charged
 * again. After 400 days the row goes too.
 */
export async function cleanBoots({ db }: Database, now: Date): Promise<void> {
  await db.execute(sql`
    update ${nodeBoots} set closed_at = ${now}, account_ids = '{}', ups = '{}', downs = '{}'
    where closed_at is null and seen_at < ${new Date(now.getTime() - OPEN_MS)}`)
  await db.execute(sql`delete from ${nodeBoots} where seen_at < ${new Date(now.getTime() - KNOWN_MS)}`)
}
