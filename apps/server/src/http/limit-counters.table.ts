import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Points taken from each limit, per key. UNLOGGED: a crash of the database empties it. */
export const limitCounters = pgTable('limit_counters', {
  /** Name of the limit, a colon, and the key it counts by. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  endsAt: time('ends_at').notNull(),
})
