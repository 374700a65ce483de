import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldPageErrors } from './drop-old-page-errors.ts'

export function pageErrorJobs(app: App): Job[] {
  return [{ name: 'drop_old_page_errors', cron: '17 4 * * *', work: () => dropOldPageErrors(app.database, app.now()) }]
}
