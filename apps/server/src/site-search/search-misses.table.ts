import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Searches that found nothing, once for each who asked. */
export const searchMisses = pgTable(
  'search_misses',
  {
    question: text('question').notNull(),
    /** A digest of the question and of who asked. Whoever has the table can try accounts. */
    asker: text('asker').notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.question, t.asker] }), index('search_misses_at').on(t.at)],
)
