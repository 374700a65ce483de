import type { Noun } from '../noun.ts'
import { dropOldMisses } from './search-misses.ts'
import { siteSearchRoutes } from './site-search.routes.ts'

export const siteSearchNoun: Noun = {
  routes: [siteSearchRoutes],
  jobs: (app) => [{ name: 'drop_old_search_misses', cron: '21 4 * * *', work: () => dropOldMisses(app.database.db, app.now()) }],
}
