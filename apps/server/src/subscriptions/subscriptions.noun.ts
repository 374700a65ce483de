import type { Noun } from '../noun.ts'
import { noteExpiring } from './note-expiring.ts'
import { resetTraffic } from './reset-traffic.ts'
import { subscriptionRoutes } from './subscriptions.routes.ts'

export const subscriptionsNoun: Noun = {
  routes: [subscriptionRoutes],
  jobs: (app) => {
    const reset = async (): Promise<void> => void (await resetTraffic(app.database, app.now(), app.settings()['site.timezone']))
    return [
      { name: 'reset_traffic', lane: 'bulk', cron: '* * * * *', work: reset },
      {
        name: 'note_expiring',
        lane: 'bulk',
        cron: '* * * * *',
        work: () => noteExpiring(app.database, app.settings()['subscription.expiry_notice_days'], app.now()),
      },
    ]
  },
}
