import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Counters that caches compare themselves with, raised by triggers. `catalog`: nodes, their groups, settings. `capacity`: the places
 * taken on limited plans.
 */
export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
})
