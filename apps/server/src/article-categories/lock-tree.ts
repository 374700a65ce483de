import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'

/**
 * Until the transaction ends, nobody else changes the tree of categories or where articles stand in it. To be called before categories
 * or articles are locked.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('article categories', 0))`)
}
