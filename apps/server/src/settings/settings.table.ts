import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { anyJson } from '../db/columns.ts'

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: anyJson('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
