import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { countDeferred } from './count-deferred.ts'

export function monthJobs(app: App): Job[] {
  return [
    {
      name: 'count_deferred',
      // Days begin at a quarter of an hour of UTC, in whatever zone.
      cron: '*/15 * * * *',
      lane: 'bulk',
      work: () => countDeferred(app.database, { now: app.now(), settings: app.settings() }),
    },
  ]
}
