import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FromFirst, pageOf, pageQuery, Time } from './paging.ts'

/** `retrying`: failed, will be tried again. `failed`: no tries left. */
export const JobState = z.enum(['waiting', 'running', 'retrying', 'failed'])
export type JobState = z.infer<typeof JobState>

export const QueuedJob = z.object({
  id: z.int(),
  name: z.string(),
  /** Key of the job: of those with the same one, only one waits at a time; null: no key. */
  key: z.nullable(z.string()),
  state: JobState,
  tries: z.int(),
  max_tries: z.int(),
  /** When the job is due; for a running job, when it started. */
  at: Time,
  error: z.nullable(z.string()),
})
export type QueuedJob = z.infer<typeof QueuedJob>

export const PeriodicJob = z.object({
  name: z.string(),
  /**
   * `cron`: crontab line in UTC. `every_ms`: pause between runs in milliseconds. Both null: a lane of jobs that stopped and was restarted.
   */
  cron: z.nullable(z.string()),
  every_ms: z.nullable(z.int()),
  /** The last run; null: none yet. Jobs that repeat with a pause record one run a minute. */
  started_at: z.nullable(Time),
  duration_ms: z.nullable(z.int()),
  ok: z.nullable(z.boolean()),
  /** The last failed run and its error; null: none. */
  failed_at: z.nullable(Time),
  error: z.nullable(z.string()),
})
export type PeriodicJob = z.infer<typeof PeriodicJob>

export const adminListJobs = endpoint({
  method: 'GET',
  path: '/admin/log/jobs',
  access: ['log.read'],
  summary: 'Waiting, running and failed jobs',
  query: z.object({ ...pageQuery, page: FromFirst, state: z.optional(JobState), name: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    ...pageOf(QueuedJob).shape,
    /** The names of all queued jobs. */
    names: z.array(z.string()),
  }),
})
export const adminListPeriodicJobs = endpoint({
  method: 'GET',
  path: '/admin/log/jobs/periodic',
  access: ['log.read'],
  summary: 'Periodic jobs, each with its last run, and lanes of jobs that ended by themselves in the last 24 hours; failures first',
  response: z.object({ items: z.array(PeriodicJob), total: z.int() }),
})
export const adminCountFailedJobs = endpoint({
  method: 'GET',
  path: '/admin/log/jobs/failures',
  access: ['log.read'],
  summary: 'Numbers of failed queued jobs, and of periodic jobs whose last run failed',
  response: z.object({ queued: z.int(), periodic: z.int() }),
})
export const adminRetryJob = endpoint({
  method: 'POST',
  path: '/admin/log/jobs/:id/retry',
  access: ['log.read', 'jobs.write'],
  summary: 'Run a job now; a job without tries left gets one more',
})
export const adminDropJob = endpoint({
  method: 'DELETE',
  path: '/admin/log/jobs/:id',
  access: ['log.read', 'jobs.write'],
  summary: 'Remove a job that is not running; its work is not done',
})
