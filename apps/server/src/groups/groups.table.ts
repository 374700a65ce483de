import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time, whole } from '../db/columns.ts'

export const groups = pgTable(
  'groups',
  {
    id: id(),
    name: text('name').notNull(),
    /** Raised by a trigger at commit when the members that this group's nodes serve may have changed. */
    usersVersion: whole('users_version').notNull().default(1),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('groups_name').on(t.name)],
)
export type GroupRow = typeof groups.$inferSelect
