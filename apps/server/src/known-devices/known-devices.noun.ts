import type { Noun } from '../noun.ts'
import { dropOldDevices } from './known-devices.ts'

export const knownDevicesNoun: Noun = {
  jobs: (app) => [{ name: 'drop_old_browsers', cron: '41 3 * * *', work: () => dropOldDevices(app.database.db, app.now()) }],
}
