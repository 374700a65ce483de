import { bigint, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const groups = pgTable(
  'groups',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** Raised by a trigger at commit when the members that this group's nodes serve may have changed. */
    usersVersion: bigint('users_version', { mode: 'number' }).notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex('groups_name').on(t.name)],
)
export type GroupRow = typeof groups.$inferSelect
