import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldFetches } from './drop-old-fetches.ts'

export function linkFetchJobs(app: App): Job[] {
  return [{ name: 'drop_old_fetches', cron: '27 4 * * *', work: () => dropOldFetches(app.database, app.now()) }]
}
