import * as contract from '@portico/contract/job-desk-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import type { JobRunRow } from '../jobs/job-runs.table.ts'
import { dropJob, retryJob } from './change-jobs.ts'
import { countFailures, listJobs, listPeriodicJobs, type QueuedJob } from './list-jobs.ts'

export function jobDeskRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.adminListJobs, async ({ query }) => {
    const { items, total, names } = await listJobs(db, query, query)
    return { items: items.map(toJob), total, names, page: query.page, page_size: query.page_size }
  })
  serve(router, app, contract.adminListPeriodicJobs, async () => {
    const items = (await listPeriodicJobs(db, app.now())).map(toPeriodic)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminCountFailedJobs, () => countFailures(db))
  serve(router, app, contract.adminRetryJob, async ({ caller, params }) => {
    await retryJob(app.database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, contract.adminDropJob, async ({ caller, params }) => {
    await dropJob(app.database, caller, params.id, app.now())
    return ok
  })
}

function toJob(job: QueuedJob): contract.QueuedJob {
  const { id, name, key, state, tries, error } = job
  return { id, name, key, state, tries, max_tries: job.maxTries, at: job.at.toISOString(), error }
}

function toPeriodic(row: JobRunRow): contract.PeriodicJob {
  return {
    name: row.name,
    cron: row.cron,
    every_ms: row.everyMs,
    started_at: row.startedAt?.toISOString() ?? null,
    duration_ms: row.durationMs,
    ok: row.startedAt === null ? null : row.failedAt?.getTime() !== row.startedAt.getTime(),
    failed_at: row.failedAt?.toISOString() ?? null,
    error: row.error,
  }
}
