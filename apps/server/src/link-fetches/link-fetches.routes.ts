import * as contract from '@portico/contract/link-fetches'
import { adminLinkFetches } from '@portico/contract/link-fetches-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { toList, toWire } from '../to-wire.ts'
import { listFetches } from './list-fetches.ts'

export function linkFetchRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.fetchLinkFetches, async ({ caller }) => toFetches(await listFetches(db, caller.accountId), app))

  serve(router, app, adminLinkFetches, async ({ params }) => {
    await readSubscription(db, params.id)
    return toFetches(await listFetches(db, params.id), app)
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
