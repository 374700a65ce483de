import type { Noun } from '../noun.ts'
import { dropOldFetches } from './drop-old-fetches.ts'
import { linkFetchRoutes } from './link-fetches.routes.ts'

export const linkFetchesNoun: Noun = {
  routes: [linkFetchRoutes],
  jobs: (app) => [{ name: 'drop_old_fetches', cron: '27 4 * * *', work: () => dropOldFetches(app.database, app.now()) }],
}
