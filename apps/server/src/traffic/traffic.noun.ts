import { keepPartitions } from '../db/partitions/keep-partitions.ts'
import type { Noun } from '../noun.ts'
import { cleanBoots } from './clean-boots.ts'
import { dayKey } from '../calendar.ts'
import { countTraffic, dropOldBatches, tidySums } from './count-traffic.ts'
import { trafficRoutes } from './traffic.routes.ts'

export const trafficNoun: Noun = {
  routes: [trafficRoutes],
  jobs: (app) => [
    // Requested by each push. Also runs every minute, for a node that pushes so often that its own job is always postponed.
    { name: 'count_traffic', cron: '* * * * *', work: () => countTraffic(app.database, app.now()) },
    { name: 'drop_old_batches', cron: '41 4 * * *', work: () => dropOldBatches(app.database, app.now()) },
    { name: 'keep_partitions', lane: 'bulk', cron: '51 4 * * *', work: () => keepPartitions(app.database, app.settings(), app.now()) },
    { name: 'tidy_sums', cron: '57 4 * * *', work: () => tidySums(app.database, dayKey(app.now(), app.settings()['site.timezone'])) },
    { name: 'clean_boots', cron: '47 4 * * *', work: () => cleanBoots(app.database, app.now()) },
  ],
}
