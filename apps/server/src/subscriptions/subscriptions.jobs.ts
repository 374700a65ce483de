import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { noteExpiring } from './note-expiring.ts'
import { resetTraffic } from './reset-traffic.ts'

export function subscriptionJobs(app: App): Job[] {
  const reset = async (): Promise<void> => void (await resetTraffic(app.database, app.now(), app.settings()['site.timezone']))
  return [
    { name: 'reset_traffic', cron: '* * * * *', work: reset },
    {
      name: 'note_expiring',
      cron: '* * * * *',
      work: () => noteExpiring(app.database, app.settings()['subscription.expiry_notice_days'], app.now()),
    },
  ]
}
