import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

const BATCH = 10_000

/** Deletes rows from before that moment, in batches so that nobody waits. `also`: only those for which it holds. May be called twice. */
export async function dropOlder(db: Db, table: SQLWrapper, column: SQLWrapper, before: Date | string, also = sql`true`): Promise<void> {
  const isOld = sql`${column} < ${before} and ${also}`
  for (let gone = BATCH; gone === BATCH;) {
    // Asked twice: rows of several partitions may have the same place.
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOld} limit ${BATCH})) and ${isOld}`)
    gone = rowCount ?? 0
  }
}
