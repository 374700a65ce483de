import * as contract from '@portico/contract/devices'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { forgetDevices, memberDevices, toDevices } from './member-devices.ts'

export function memberDeviceRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.fetchDevices, async ({ caller, origin }) => {
    const [{ subscription }, seen] = await Promise.all([
      readSubscription(db, caller.accountId),
      memberDevices(db, caller.accountId, app.now()),
    ])
    return toDevices(seen, subscription, app.countryOf, origin.language)
  })

  serve(router, app, contract.resetDevices, async ({ caller }) => {
    await app.limits.deviceResets.take(String(caller.accountId))
    await forgetDevices(db, caller)
  })
}
