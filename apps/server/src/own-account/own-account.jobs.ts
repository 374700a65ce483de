import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { closeDue } from './close-due.ts'

export function ownAccountJobs(app: App): Job[] {
  return [{ name: 'close_accounts', cron: '*/5 * * * *', work: () => closeDue(app) }]
}
