import { pgTable, text } from 'drizzle-orm/pg-core'
import { anyJson, time } from '../db/columns.ts'

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: anyJson('value').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
