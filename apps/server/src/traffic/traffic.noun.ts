import type { Noun } from '../noun.ts'
import { cleanBoots } from './clean-boots.ts'
import { dropOldHours } from './count-hours.ts'
import { countTraffic, dropOldBatches } from './count-traffic.ts'
import { trafficRoutes } from './traffic.routes.ts'

export const trafficNoun: Noun = {
  routes: [trafficRoutes],
  jobs: (app) => [
    // Requested by each push. Also runs every minute, for a node that pushes so often that its own job is always postponed.
    { name: 'count_traffic', cron: '* * * * *', work: () => countTraffic(app.database, app.now()) },
    { name: 'drop_old_batches', cron: '41 4 * * *', work: () => dropOldBatches(app.database, app.now()) },
    { name: 'drop_old_hours', cron: '51 4 * * *', work: () => dropOldHours(app.database, app.now()) },
    { name: 'clean_boots', cron: '47 4 * * *', work: () => cleanBoots(app.database, app.now()) },
  ],
}
