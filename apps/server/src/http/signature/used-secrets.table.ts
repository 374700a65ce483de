import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** Secrets of signed writes, kept while the signature is in time. UNLOGGED: a crash of the database empties it. */
export const usedSecrets = pgTable('used_secrets', {
  /** 32 hex digits, which is the size of a UUID. */
  secret: uuid('secret').primaryKey(),
  endsAt: time('ends_at').notNull(),
})
