import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldRefusals } from './drop-old-refusals.ts'

export function refusedNotificationJobs(app: App): Job[] {
  return [{ name: 'drop_old_refusals', cron: '11 4 * * *', work: () => dropOldRefusals(app.database, app.now()) }]
}
