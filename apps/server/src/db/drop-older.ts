import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

const BATCH = 10_000

/** Deletes rows from before that moment, in batches so that nobody waits. May be called twice. */
export async function dropOlder(db: Db, table: PgTable, column: PgColumn, before: Date): Promise<void> {
  for (let gone = BATCH; gone === BATCH;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < ${before} limit ${BATCH}))`)
    gone = rowCount ?? 0
  }
}
