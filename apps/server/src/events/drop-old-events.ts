import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { events } from './events.table.ts'

const KEPT_MS = 180 * 86_400_000
const BATCH = 10_000

/** Deletes events with their deliveries after 180 days, read or not, in batches so that nobody waits. */
export async function dropOldEvents({ db }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  for (let gone = BATCH; gone === BATCH;) {
    const { rowCount } = await db.execute(sql`
      delete from ${events} where id = any(array(select id from ${events} where created_at < ${before} limit ${BATCH}))`)
    gone = rowCount ?? 0
  }
}
