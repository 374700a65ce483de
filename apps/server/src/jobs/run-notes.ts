import type pg from 'pg'
import type { Logger } from 'pino'
import { storeSoon } from '../db/store-soon.ts'
import { messageOf } from '../log.ts'
import type { Job } from './job.ts'

type Work = Job['work']
type Failure = { at: Date; error: string }

const MINUTE_MS = 60_000
const LONGEST = 1000

const SCHEDULE = `
  insert into job_runs (name, cron, every_ms) select * from unnest($1::text[], $2::text[], $3::int[])
  on conflict (name) do update set cron = excluded.cron, every_ms = excluded.every_ms`
const FORGET = 'delete from job_runs where name <> all($1::text[]) and (cron is not null or every_ms is not null)'
// Another process may have recorded a later run.
const NOTE = `
  insert into job_runs as r (name, cron, every_ms, started_at, duration_ms, failed_at, error) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (name) do update set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
    failed_at = coalesce(excluded.failed_at, r.failed_at), error = coalesce(excluded.error, r.error)
  where r.started_at is null or r.started_at <= excluded.started_at`

// A row without a schedule is one of the lanes.
const NOTE_END = `
  insert into job_runs (name, started_at, failed_at, error) values ($1, now(), now(), $2)
  on conflict (name) do update set started_at = excluded.started_at, failed_at = excluded.failed_at, error = excluded.error`

const isPeriodic = (job: Job): boolean => job.cron !== undefined || job.everyMs !== undefined

/** Records the scheduled jobs, including those that have not run yet, and deletes all others. */
export async function noteSchedules(pool: pg.Pool, jobs: Job[]): Promise<void> {
  const periodic = jobs.filter(isPeriodic)
  const names = periodic.map((job) => job.name)
  await pool.query(SCHEDULE, [names, periodic.map((job) => job.cron ?? null), periodic.map((job) => job.everyMs ?? null)])
  await pool.query(FORGET, [names])
}

/** Records that a lane has ended by itself, for the console. */
export async function noteEnd(pool: pg.Pool, lane: string, error: unknown): Promise<void> {
  await pool.query(NOTE_END, [`lane ${lane}`, error === null ? null : messageOf(error).slice(0, LONGEST)])
}

type Run = { startedAt: Date; durationMs: number; failure: Failure | null }

/**
 * The work of a job, with each run recorded if the job is scheduled. For a job that runs every few moments, one run a minute is
 * recorded; a failure in between is recorded with the next one. The last run waits while it cannot be recorded.
 */
export function notedWork(pool: pg.Pool, job: Job, log: Logger, now = (): Date => new Date()): Work {
  if (!isPeriodic(job)) return job.work
  let minute = -1
  let failure: Failure | null = null
  let waiting: Run | null = null
  const storing = storeSoon<Run>({
    afterMs: 0,
    take: () => {
      const run = waiting
      waiting = null
      return run
    },
    store: async ({ startedAt, durationMs, failure }) => {
      const values = [startedAt, Math.round(durationMs), failure?.at ?? null, failure?.error ?? null]
      await pool.query(NOTE, [job.name, job.cron ?? null, job.everyMs ?? null, ...values])
    },
    putBack: (run) => (waiting = waiting === null ? run : { ...waiting, failure: waiting.failure ?? run.failure }),
    onError: (error) => log.warn({ err: error, job: job.name }, 'a job run could not be recorded yet'),
  })

  async function note(startedAt: Date, durationMs: number): Promise<void> {
    const current = Math.floor(startedAt.getTime() / MINUTE_MS)
    if (job.everyMs !== undefined && current === minute) return
    minute = current
    // A run that waits to be recorded may have failed too.
    waiting = { startedAt, durationMs, failure: failure ?? waiting?.failure ?? null }
    failure = null
    await storing.flush()
  }

  return async (payload) => {
    const startedAt = now()
    const began = performance.now()
    try {
      await job.work(payload)
    } catch (error) {
      failure = { at: startedAt, error: messageOf(error).slice(0, LONGEST) }
      throw error
    } finally {
      await note(startedAt, performance.now() - began)
    }
  }
}
