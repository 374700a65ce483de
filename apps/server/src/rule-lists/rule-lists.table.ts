import { pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Lists fetched from an operator's address. A list without a row is the built-in one. */
export const ruleLists = pgTable('rule_lists', {
  name: text('name').primaryKey(),
  /** The address of the last attempt, with its pin. */
  source: text('source').notNull(),
  /** The last good file and its SHA-256; null: none yet. */
  content: text('content'),
  sha256: text('sha256'),
  triedAt: time('tried_at').notNull(),
  /** Why the last attempt failed; null: it did not. */
  problem: text('problem'),
})
