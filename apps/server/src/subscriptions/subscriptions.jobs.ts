import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { resetTraffic } from './reset-traffic.ts'

export function subscriptionJobs(app: App): Job[] {
  const work = async (): Promise<void> => void (await resetTraffic(app.database, app.now(), app.settings()['site.timezone']))
  return [{ name: 'reset_traffic', cron: '* * * * *', work }]
}
