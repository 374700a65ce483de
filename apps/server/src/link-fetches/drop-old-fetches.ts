import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { linkFetches } from './link-fetches.table.ts'

const KEPT_MS = 30 * 86_400_000
const BATCH = 10_000

/** Forgets fetches after thirty days, some at a time so that nobody waits for it. */
export async function dropOldFetches({ db }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  for (let gone = BATCH; gone === BATCH;) {
    const { rowCount } = await db.execute(sql`
      delete from ${linkFetches} where ctid = any(array(select ctid from ${linkFetches} where slot < ${before} limit ${BATCH}))`)
    gone = rowCount ?? 0
  }
}
