import type { Noun } from '../noun.ts'
import { announceDueNotices } from './announce-due-notices.ts'
import { noticeRoutes } from './notices.routes.ts'
import { noticeAdminRoutes } from './notice-admin.routes.ts'

export const noticesNoun: Noun = {
  routes: [noticeRoutes, noticeAdminRoutes],
  jobs: (app) => [{ name: 'announce_notices', cron: '* * * * *', work: () => announceDueNotices(app.database, app.now()) }],
}
