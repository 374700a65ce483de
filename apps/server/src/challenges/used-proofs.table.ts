import { pgTable } from 'drizzle-orm/pg-core'
import { bytea, time } from '../db/columns.ts'

/** Accepted proofs, kept while they could be used again. UNLOGGED: a database crash empties it. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 of what identifies the solution. */
  hash: bytea('hash').primaryKey(),
  endsAt: time('ends_at').notNull(),
})
