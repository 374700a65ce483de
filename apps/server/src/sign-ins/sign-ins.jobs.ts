import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldSignIns } from './drop-old-sign-ins.ts'

export function signInJobs(app: App): Job[] {
  return [{ name: 'drop_old_sign_ins', cron: '7 4 * * *', work: () => dropOldSignIns(app.database, app.now()) }]
}
