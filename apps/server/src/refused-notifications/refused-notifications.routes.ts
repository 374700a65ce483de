import * as contract from '@portico/contract/refused-notifications-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { listRefusals, type RefusalWithMethod } from './list-refusals.ts'

export function refusedNotificationRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListRefusedNotifications, async ({ query }) => {
    const { items, next } = await listRefusals(app.database.db, query, app.settings()['site.timezone'], query.page_size)
    return { items: items.map(toRefused), next }
  })
}

function toRefused({ row, methodName }: RefusalWithMethod): contract.RefusedNotification {
  return {
    id: row.id,
    at: row.at.toISOString(),
    reason: row.reason,
    times: row.times,
    detail: row.detail,
    method_id: row.methodId,
    method_name: methodName,
    driver: row.driver,
    ip: row.ip ?? row.network,
    number: row.number,
    body: row.body,
  }
}
