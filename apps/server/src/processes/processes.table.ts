import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Server processes that hold places. One not seen for some seconds is dead, and what it holds does not count. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
})

/** Open connections that are limited over all processes, the oldest first by `id`. */
export const places = pgTable(
  'places',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    processId: uuid('process_id')
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** Whose connections are counted together, such as `node 12`. */
    holder: text('holder').notNull(),
  },
  (t) => [index('places_holder').on(t.holder, t.id), index('places_process').on(t.processId)],
)
