import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'

/**
 * Keeps other changes of the tree of categories, and of where articles stand in it, waiting until the transaction ends. To be called
 * before categories or articles are locked.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('article categories', 0))`)
}
