import * as contract from '@portico/contract/link-fetches'
import { adminLinkFetches } from '@portico/contract/link-fetches-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
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
  return {
    items: items.map(({ client, format, network, country, at }) => ({ client, format, network, country, at: at.toISOString() })),
    total: items.length,
    has_countries: app.countryOf !== null,
    alarm_at: alarm?.at.toISOString() ?? null,
    alarm_networks: alarm?.networks ?? null,
    alarm_countries: alarm?.countries ?? null,
  }
}
