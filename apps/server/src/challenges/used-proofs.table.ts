import { pgTable } from 'drizzle-orm/pg-core'
import { bytea, time } from '../db/columns.ts'

/** Proofs that were accepted, kept while they could be accepted again. UNLOGGED: a crash of the database empties it. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 of what makes the proof unique. */
  hash: bytea('hash').primaryKey(),
  endsAt: time('ends_at').notNull(),
})
