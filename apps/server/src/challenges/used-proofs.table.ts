import { pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '../db/columns.ts'

/** Accepted proofs, kept while they could be used again. UNLOGGED: a database crash empties it. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 of what identifies the solution. */
  hash: bytea('hash').primaryKey(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
})
