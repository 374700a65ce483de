import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Scheduled jobs, each with its last run and its last failure. A row with neither `cron` nor `everyMs`: a lane that ended by itself. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  /** A crontab line; null: it runs again and again with a pause of `everyMs`. */
  cron: text('cron'),
  everyMs: integer('every_ms'),
  /** The last run; null: none yet. */
  startedAt: time('started_at'),
  durationMs: integer('duration_ms'),
  /** The last run that failed; equal to `startedAt` if the last run did. */
  failedAt: time('failed_at'),
  error: text('error'),
})
export type JobRunRow = typeof jobRuns.$inferSelect
