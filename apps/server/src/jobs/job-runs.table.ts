import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Jobs that run by the clock, each with its last run and its last failure. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  /** A crontab line, or null where it runs again and again with a pause of `everyMs`. */
  cron: text('cron'),
  everyMs: integer('every_ms'),
  /** The last run; null: there was none. */
  startedAt: timestamp('started_at', { withTimezone: true }),
  durationMs: integer('duration_ms'),
  /** The last run that failed: the same as `startedAt` if it was the last one. */
  failedAt: timestamp('failed_at', { withTimezone: true }),
  error: text('error'),
})
export type JobRunRow = typeof jobRuns.$inferSelect
