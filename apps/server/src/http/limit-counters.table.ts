import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Points taken from each limit by key. UNLOGGED: a crash of the database empties it. */
export const limitCounters = pgTable('limit_counters', {
  /** Name of the limit, a colon, and what it counts by. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
})
