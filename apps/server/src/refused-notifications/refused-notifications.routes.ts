import * as contract from '@portico/contract/refused-notifications-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { listRefusals, type RefusalWithMethod } from './list-refusals.ts'

export function refusedNotificationRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListRefusedNotifications, async ({ query }) => {
    const { items, next } = await listRefusals(app.database.db, query, app.settings()['site.timezone'], query.page_size)
    return { items: items.map(toRefused), next }
  })
}

function toRefused({ row, methodName }: RefusalWithMethod): contract.RefusedNotification {
  return toWire(contract.RefusedNotification, { ...row, methodName, ip: row.ip ?? row.network })
}
