import { personalData } from '../additions.ts'
import { dayKey, shiftDay } from '../calendar.ts'
import type { Noun } from '../noun.ts'
import { dropOldDeviceTraffic } from './device-traffic.ts'
import { linkedDeviceRoutes } from './linked-devices.routes.ts'
import { exportDevices, SHOWN_DAYS } from './list-devices.ts'
import { dropGoneDevices, dropOwnLinks, forgetLinkedDevices } from './own-link.ts'

export const linkedDevicesNoun: Noun = {
  routes: [linkedDeviceRoutes],
  jobs: (app) => [
    {
      name: 'tidy_linked_devices',
      cron: '47 3 * * *',
      work: async () => {
        const now = app.now()
        await dropGoneDevices(app.database.db, now)
        await dropOldDeviceTraffic(app.database.db, shiftDay(dayKey(now, app.settings()['site.timezone']), -2 * SHOWN_DAYS))
      },
    },
  ],
  adds: [
    personalData.with({
      name: 'linked_devices',
      read: exportDevices,
      forget: forgetLinkedDevices,
      takeBack: (tx, accountId, _since, now) => dropOwnLinks(tx, accountId, now),
    }),
  ],
}
