import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldBulk } from './read-bulk.ts'
import { BULK_JOB, runBulk } from './run-bulk.ts'

const Payload = z.object({ change_id: z.int() })

export function bulkChangeJobs(app: App): Job[] {
  const at = () => ({ now: app.now, zone: app.settings()['site.timezone'], factorRequired: app.settings()['security.staff_second_factor'] })
  return [
    { name: BULK_JOB, lane: 'bulk', work: (payload) => runBulk(app.database, Payload.parse(payload).change_id, at()) },
    { name: 'drop_old_bulk_changes', cron: '23 4 * * *', work: () => dropOldBulk(app.database.db, app.now()) },
  ]
}
