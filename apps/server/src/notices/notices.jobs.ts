import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { announceTurns } from './announce-turns.ts'

export function noticeJobs(app: App): Job[] {
  return [{ name: 'announce_notices', cron: '* * * * *', work: () => announceTurns(app.database, app.now()) }]
}
