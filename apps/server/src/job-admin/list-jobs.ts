import type { JobState } from '@portico/contract/jobs-admin'
import { and, asc, count, desc, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { Page, Paging } from '../db/page.ts'
import { type JobRunRow, jobRuns } from '../jobs/job-runs.table.ts'

export type QueuedJob = {
  id: number
  name: string
  key: string | null
  state: JobState
  tries: number
  maxTries: number
  at: Date
  error: string | null
}
type JobFilter = { state?: JobState | undefined; name?: string | undefined }

/** The queue without payloads and query values, which may be secret. A lock older than four hours belongs to a dead worker. */
const QUEUE = sql`(
  select id, task_identifier as name, key, attempts as tries, max_attempts as max_tries,
    case when runs then locked_at else run_at end as at, split_part(last_error, E'\\nparams: ', 1) as error,
    case when runs then 'running' when attempts >= max_attempts then 'failed' when attempts > 0 then 'retrying' else 'waiting' end as state
  from graphile_worker.jobs, lateral (select coalesce(locked_at > now() - interval '4 hours', false) as runs) lock
) queue`
type Row = {
  id: number
  name: string
  key: string | null
  state: JobState
  tries: number
  max_tries: number
  at: Date
  error: string | null
}

/** Failed jobs first, then by due time. */
export async function listJobs(db: Db, filter: JobFilter, { page, page_size }: Paging): Promise<Page<QueuedJob> & { names: string[] }> {
  const where = sql`where ${filter.state ? sql`state = ${filter.state}` : sql`true`} and ${filter.name ? sql`name = ${filter.name}` : sql`true`}`
  const [{ rows }, total, names] = await Promise.all([
    db.execute<Row>(
      sql`select * from ${QUEUE} ${where} order by state <> 'failed', at, id limit ${page_size} offset ${(page - 1) * page_size}`,
    ),
    countOf(db, where),
    db.execute<{ name: string }>(sql`select distinct name from ${QUEUE} order by name`),
  ])
  return { items: rows.map(toJob), total, totalIs: 'exact', names: names.rows.map(({ name }) => name) }
}

/** One job of the queue; null: it is done, or never existed. */
export async function findJob(db: Db, id: number): Promise<QueuedJob | null> {
  const { rows } = await db.execute<Row>(sql`select * from ${QUEUE} where id = ${id}`)
  return rows[0] ? toJob(rows[0]) : null
}

const DAY_MS = 24 * 3_600_000
/** Condition: a scheduled job. Other rows are lanes that stopped. */
const isPeriodic = or(isNotNull(jobRuns.cron), isNotNull(jobRuns.everyMs))

const lastFailed = sql`coalesce(${jobRuns.failedAt} = ${jobRuns.startedAt}, false)`

/** Scheduled jobs: first those whose last run failed, with lanes that stopped in the last 24 hours. */
export function listPeriodicJobs(db: Db, now: Date): Promise<JobRunRow[]> {
  const listed = or(isPeriodic, gte(jobRuns.failedAt, new Date(now.getTime() - DAY_MS)))
  return db.select().from(jobRuns).where(listed).orderBy(desc(lastFailed), asc(jobRuns.name))
}

export async function countFailures(db: Db): Promise<{ queued: number; periodic: number }> {
  const [queued, [periodic]] = await Promise.all([
    countOf(db, sql`where state in ('failed', 'retrying')`),
    db.select({ n: count() }).from(jobRuns).where(and(isPeriodic, lastFailed)),
  ])
  return { queued, periodic: periodic?.n ?? 0 }
}

async function countOf(db: Db, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) as n from ${QUEUE} ${where}`)
  return rows[0]?.n ?? 0
}

// Raw rows hold times as text.
function toJob({ max_tries: maxTries, at, ...row }: Row): QueuedJob {
  return { ...row, maxTries, at: new Date(at) }
}
