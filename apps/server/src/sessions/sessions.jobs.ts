import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropExpiredSessions } from './sessions.ts'

export function sessionJobs(app: App): Job[] {
  return [{ name: 'drop_expired_sessions', cron: '17 3 * * *', work: () => dropExpiredSessions(app.database.db, app.now()) }]
}
