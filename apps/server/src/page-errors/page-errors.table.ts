import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Errors of pages in browsers, equal ones in one row, kept for 30 days after the last. Nothing in it is about a person. */
export const pageErrors = pgTable(
  'page_errors',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Hash of message and page. */
    fingerprint: text('fingerprint').notNull(),
    message: text('message').notNull(),
    page: text('page').notNull(),
    browser: text('browser'),
    version: text('version').notNull(),
    times: integer('times').notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('page_errors_fingerprint').on(t.fingerprint),
    index('page_errors_last').on(t.lastAt, t.id),
    check('page_errors_size', sql`length(message) <= 300 and length(page) <= 200 and length(version) <= 40`),
    check('page_errors_times', sql`times > 0`),
  ],
)
export type PageErrorRow = typeof pageErrors.$inferSelect
