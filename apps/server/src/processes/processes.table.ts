import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Server processes that hold places. One silent for some seconds counts as dead, and its places as free. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
})

/** Open connections that are limited over all processes. A smaller `id` is older. */
export const places = pgTable(
  'places',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    processId: uuid('process_id')
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** Holder whose connections count together, such as `node 12`. */
    holder: text('holder').notNull(),
  },
  (t) => [index('places_holder').on(t.holder, t.id), index('places_process').on(t.processId)],
)
