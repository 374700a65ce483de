import type { Noun } from '../noun.ts'
import { dropOldRefusals } from './drop-old-refusals.ts'
import { refusedNotificationRoutes } from './refused-notifications.routes.ts'

export const refusedNotificationsNoun: Noun = {
  routes: [refusedNotificationRoutes],
  jobs: (app) => [{ name: 'drop_old_refusals', cron: '11 4 * * *', work: () => dropOldRefusals(app.database, app.now()) }],
}
