import type { Noun } from '../noun.ts'
import { countDeferred } from './count-deferred.ts'
import { monthRoutes } from './months.routes.ts'

export const monthsNoun: Noun = {
  purpose: 'money',
  routes: [monthRoutes],
  jobs: (app) => [
    {
      name: 'count_deferred',
      // Days begin at a quarter of an hour of UTC, in whatever zone.
      cron: '*/15 * * * *',
      lane: 'bulk',
      work: () => countDeferred(app.database, { now: app.now(), settings: app.settings() }),
    },
  ],
}
