import { pgTable, text } from 'drizzle-orm/pg-core'
import { whole } from './columns.ts'

/** Version numbers that caches compare. `catalog`: nodes, groups and settings; raised by triggers. */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: whole('value').notNull(),
})
