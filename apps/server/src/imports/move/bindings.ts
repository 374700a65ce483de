import { pgTable, text } from 'drizzle-orm/pg-core'
import { time, whole } from '../../db/columns.ts'

/** The table of a noun that may be left out; its rows then stay for the day on which it comes back. */
export const bindings = pgTable('telegram_bindings', {
  accountId: whole('account_id').primaryKey(),
  telegramId: whole('telegram_id').notNull(),
  name: text('name').notNull(),
  boundAt: time('bound_at').notNull(),
})
