import { pgTable, text } from 'drizzle-orm/pg-core'
import { whole } from './columns.ts'

/** Version numbers that caches compare with theirs. `catalog`: nodes, their groups and settings; triggers raise it. */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: whole('value').notNull(),
})
