import type { Noun } from '../noun.ts'
import { noteUsage } from './note-usage.ts'
import { usageAlertRoutes } from './usage-alerts.routes.ts'

export const usageAlertsNoun: Noun = {
  routes: [usageAlertRoutes],
  jobs: (app) => {
    const work = (): Promise<void> => noteUsage(app.database, app.settings()['usage.alert_thresholds'], app.now())
    return [{ name: 'note_usage', lane: 'bulk', cron: '*/5 * * * *', work }]
  },
}
