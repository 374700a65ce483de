import * as contract from '@portico/contract/jobs-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import type { JobRunRow } from '../jobs/job-runs.table.ts'
import { toList, toPage, toWire } from '../to-wire.ts'
import { dropJob, retryJob } from './change-jobs.ts'
import { countFailures, listJobs, listPeriodicJobs, type QueuedJob } from './list-jobs.ts'

export function jobAdminRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.adminListJobs, async ({ query }) => {
    const found = await listJobs(db, query, query)
    return { ...toPage(found, query, toJob), names: found.names }
  })
  serve(router, app, contract.adminListPeriodicJobs, async () => toList(await listPeriodicJobs(db, app.now()), toPeriodic))
  serve(router, app, contract.adminCountFailedJobs, () => countFailures(db))
  serve(router, app, contract.adminRetryJob, ({ caller, params }) => retryJob(app.database, caller, params.id, app.now()))
  serve(router, app, contract.adminDropJob, ({ caller, params }) => dropJob(app.database, caller, params.id, app.now()))
}

function toJob(job: QueuedJob): contract.QueuedJob {
  return toWire(contract.QueuedJob, job)
}

function toPeriodic(row: JobRunRow): contract.PeriodicJob {
  return toWire(contract.PeriodicJob, { ...row, ok: row.startedAt === null ? null : row.failedAt?.getTime() !== row.startedAt.getTime() })
}
