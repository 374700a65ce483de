import type { Language } from '@portico/contract/translations'
import { getServiceStatus } from '@portico/contract/outages'
import * as admin from '@portico/contract/outages-admin'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { kept } from '../kept/kept.ts'
import { toList, toPage, toWire } from '../to-wire.ts'
import { compensateOutage, countCompensated } from './compensate.ts'
import { type ListedOutage, listOutages } from './list-outages.ts'
import { nodeUptimes, serviceStatus } from './service-status.ts'
import { toStatus } from './wire.ts'

const KEPT_MS = 15_000

export function outageRoutes(router: Router, app: App): void {
  const { db } = app.database
  const status = kept(app.now, KEPT_MS, () => serviceStatus(db, app.now(), app.settings()['site.timezone']))

  serve(router, app, getServiceStatus, async ({ origin: { language } }) => {
    const { at, value } = await status()
    return toStatus(at, value, language)
  })

  serve(router, app, admin.adminListOutages, async ({ origin, query: { page, page_size, node } }) =>
    toPage(await listOutages(db, { nodeId: node }, { page, page_size }), { page, page_size }, (row) => toOutage(row, origin.language)),
  )
  serve(router, app, admin.adminNodeUptime, async () =>
    toList(await nodeUptimes(db, app.now()), ({ id, uptime, outages }) => ({ node_id: id, uptime, outages })),
  )
  serve(router, app, admin.adminPreviewCompensation, async ({ caller, params: { id }, body }) => ({
    members: await countCompensated(db, caller, { id, compensation: body }, app.now()),
  }))
  serve(router, app, admin.adminCompensateOutage, async ({ caller, origin, params: { id }, body }) => {
    await compensateOutage(app.database, caller, id, body, app.now())
    const { items } = await listOutages(db, { id }, { page: 1, page_size: 1 })
    return toOutage(foundRow(items), origin.language)
  })
}

function toOutage({ outage, node, compensated }: ListedOutage, language: Language): admin.Outage {
  return toWire(admin.Outage, { ...outage, node: { id: outage.nodeId, name: inLanguage(node, language).name }, compensated })
}
