import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropExpiredTokens } from './one-time-tokens.ts'

export function oneTimeTokenJobs(app: App): Job[] {
  return [{ name: 'drop_expired_tokens', cron: '23 * * * *', work: () => dropExpiredTokens(app.database.db, app.now()) }]
}
