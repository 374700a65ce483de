import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { cleanNodeRecords } from './clean-node-records.ts'
import { dropOldDevices } from './devices.ts'
import { beginDueQuotas } from './node-quota.ts'

export function nodeJobs(app: App): Job[] {
  const zone = (): string => app.settings()['site.timezone']
  return [
    { name: 'drop_old_devices', cron: '23 * * * *', work: () => dropOldDevices(app.database, app.now()) },
    { name: 'begin_node_quotas', cron: '*/10 * * * *', work: () => beginDueQuotas(app.database, app.now(), zone()) },
    { name: 'clean_node_records', cron: '33 * * * *', work: () => cleanNodeRecords(app.database, app.now()) },
  ]
}
