import type { Noun } from '../noun.ts'
import { dropOldPageErrors } from './drop-old-page-errors.ts'
import { pageErrorRoutes } from './page-errors.routes.ts'

export const pageErrorsNoun: Noun = {
  routes: [pageErrorRoutes],
  jobs: (app) => [{ name: 'drop_old_page_errors', cron: '17 4 * * *', work: () => dropOldPageErrors(app.database, app.now()) }],
}
