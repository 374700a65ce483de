import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Version numbers that caches compare with theirs. `catalog`: nodes, their groups and settings; triggers raise it. */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
})
