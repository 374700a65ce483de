import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Scheduled jobs, each with its last run and its last failure. A row with neither `cron` nor `everyMs`: a lane that ended by itself. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  /** A crontab line; null: it runs again and again with a pause of `everyMs`. */
  cron: text('cron'),
  everyMs: integer('every_ms'),
  /** The last run; null: none yet. */
  startedAt: timestamp('started_at', { withTimezone: true }),
  durationMs: integer('duration_ms'),
  /** The last run that failed; equal to `startedAt` if the last run did. */
  failedAt: timestamp('failed_at', { withTimezone: true }),
  error: text('error'),
})
export type JobRunRow = typeof jobRuns.$inferSelect
