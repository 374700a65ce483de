import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropEndedCounters } from './limit-counters.ts'
import { dropUnusableSecrets } from './signature/used-secrets.ts'
import { dropOldKeys } from './write-keys/write-keys.ts'

export function httpJobs(app: App): Job[] {
  return [
    { name: 'drop_ended_counters', cron: '*/10 * * * *', work: () => dropEndedCounters(app.database, app.now()) },
    { name: 'drop_unusable_secrets', cron: '*/2 * * * *', work: () => dropUnusableSecrets(app.database, app.now()) },
    { name: 'drop_old_write_keys', cron: '17 * * * *', work: () => dropOldKeys(app.database, app.now()) },
  ]
}
