import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldDevices } from './known-devices.ts'

export function knownDeviceJobs(app: App): Job[] {
  return [{ name: 'drop_old_known_devices', cron: '41 3 * * *', work: () => dropOldDevices(app.database.db, app.now()) }]
}
