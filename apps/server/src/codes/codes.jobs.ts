import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropExpiredCodes } from './check-code.ts'

export function codeJobs(app: App): Job[] {
  return [{ name: 'drop_expired_codes', cron: '*/10 * * * *', work: () => dropExpiredCodes(app.database.db, app.now()) }]
}
