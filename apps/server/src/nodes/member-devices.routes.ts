import * as contract from '@portico/contract/devices'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { limitsOf } from '../subscriptions/limits.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { forgetDevices, memberDevices } from './member-devices.ts'

export function memberDeviceRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.fetchDevices, async ({ caller, origin }) => {
    const [{ subscription }, seen] = await Promise.all([
      readSubscription(db, caller.accountId),
      memberDevices(db, caller.accountId, app.now()),
    ])
    return {
      items: seen.map(({ ip, client, node, seenAt, counted }) => ({
        ip,
        country: app.countryOf?.(ip) ?? null,
        client,
        node_name: inLanguage(node, origin.language).name,
        seen_at: seenAt.toISOString(),
        counted,
      })),
      total: seen.length,
      has_countries: app.countryOf !== null,
      count: seen.filter(({ counted }) => counted).length,
      limit: limitsOf(subscription).devices,
    }
  })

  serve(router, app, contract.resetDevices, async ({ caller }) => {
    await app.limits.deviceResets.take(String(caller.accountId))
    await forgetDevices(db, caller)
    return ok
  })
}
