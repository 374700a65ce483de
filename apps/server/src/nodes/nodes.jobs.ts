import type { App } from '../app.ts'
import type { Job } from '../jobs/queue.ts'
import { dropOldDevices } from './devices.ts'

export function nodeJobs(app: App): Job[] {
  return [{ name: 'drop_old_devices', cron: '23 * * * *', work: () => dropOldDevices(app.database, app.now()) }]
}
