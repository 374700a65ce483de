import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropUsedProofs } from './used-proofs.ts'

export function challengeJobs(app: App): Job[] {
  return [{ name: 'drop_used_proofs', cron: '*/10 * * * *', work: () => dropUsedProofs(app.database, app.now()) }]
}
