import type { Noun } from '../noun.ts'
import { closeDue } from './close-due.ts'
import { ownAccountRoutes } from './own-account.routes.ts'

export const ownAccountNoun: Noun = {
  routes: [ownAccountRoutes],
  jobs: (app) => [{ name: 'close_accounts', cron: '*/5 * * * *', work: () => closeDue(app) }],
}
