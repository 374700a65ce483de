import * as contract from '@portico/contract/link-fetches'
import { adminClearLinkAlarm, adminLinkFetches } from '@portico/contract/link-fetches-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { toList, toWire } from '../to-wire.ts'
import { clearAlarm } from './clear-alarm.ts'
import { listFetches } from './list-fetches.ts'

export function linkFetchRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.fetchLinkFetches, async ({ caller }) => toFetches(await listFetches(db, caller.accountId), app))

  serve(router, app, adminLinkFetches, async ({ params }) => {
    await readSubscription(db, params.id)
    return toFetches(await listFetches(db, params.id), app)
  })

  serve(router, app, contract.clearLinkAlarm, ({ caller }) =>
    app.database.transaction((tx) => clearAlarm(tx, caller, caller.accountId, null, app.now())),
  )
  serve(router, app, adminClearLinkAlarm, async ({ caller, params, body }) => {
    await readSubscription(db, params.id)
    await app.database.transaction((tx) => clearAlarm(tx, caller, params.id, body.reason, app.now()))
  })
}

function toFetches({ items, alarm }: Awaited<ReturnType<typeof listFetches>>, app: App): contract.LinkFetches {
  return toWire(contract.LinkFetches, {
    ...toList(items, (fetch) => toWire(contract.LinkFetch, fetch)),
    hasCountries: app.countryOf !== null,
    alarmAt: alarm?.at ?? null,
    alarmNetworks: alarm?.networks ?? null,
    alarmCountries: alarm?.countries ?? null,
  })
}
