import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Version numbers that caches compare. `catalog`: nodes, groups and settings; raised by triggers. */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
})
