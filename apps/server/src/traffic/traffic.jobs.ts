import type { App } from '../app.ts'
import type { Job } from '../jobs/queue.ts'
import { countTraffic, dropOldBatches } from './count-traffic.ts'

export function trafficJobs(app: App): Job[] {
  return [
    // Asked for by each push; every minute as well, for a node that pushes so often that its own turn never comes.
    { name: 'count_traffic', cron: '* * * * *', work: () => countTraffic(app.database, app.now()) },
    { name: 'drop_old_batches', cron: '41 4 * * *', work: () => dropOldBatches(app.database, app.now()) },
  ]
}
