import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, time } from '../db/columns.ts'

/** Server processes that hold places. One silent for some seconds counts as dead, and its places as free. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  seenAt: time('seen_at').notNull(),
})

/** Open connections that are limited over all processes. A smaller `id` is older. */
export const places = pgTable(
  'places',
  {
    id: id(),
    processId: uuid('process_id')
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** Holder whose connections count together, such as `node 12`. */
    holder: text('holder').notNull(),
  },
  (t) => [index('places_holder').on(t.holder, t.id), index('places_process').on(t.processId)],
)
