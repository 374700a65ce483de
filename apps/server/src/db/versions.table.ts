import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Counters that caches compare themselves with. `catalog`: nodes, their groups, settings; raised by triggers. */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
})
