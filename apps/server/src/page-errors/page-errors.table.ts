import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time } from '../db/columns.ts'

/** Errors of pages in browsers, equal ones in one row, kept for 30 days after the last. Nothing in it is about a person. */
export const pageErrors = pgTable(
  'page_errors',
  {
    id: id(),
    /** Hash of the message and the page. */
    fingerprint: text('fingerprint').notNull(),
    message: text('message').notNull(),
    page: text('page').notNull(),
    browser: text('browser'),
    version: text('version').notNull(),
    times: integer('times').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (t) => [
    uniqueIndex('page_errors_fingerprint').on(t.fingerprint),
    index('page_errors_last').on(t.lastAt, t.id),
    check('page_errors_size', sql`length(message) <= 300 and length(page) <= 200 and length(version) <= 40`),
    check('page_errors_times', sql`times > 0`),
  ],
)
export type PageErrorRow = typeof pageErrors.$inferSelect
