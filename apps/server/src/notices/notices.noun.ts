import type { Noun } from '../noun.ts'
import { announceTurns } from './announce-turns.ts'
import { noticeRoutes } from './notices.routes.ts'
import { noticeDeskRoutes } from './notice-desk.routes.ts'

export const noticesNoun: Noun = {
  routes: [noticeRoutes, noticeDeskRoutes],
  jobs: (app) => [{ name: 'announce_notices', cron: '* * * * *', work: () => announceTurns(app.database, app.now()) }],
}
