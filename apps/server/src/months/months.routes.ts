import * as contract from '@portico/contract/months-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { addGatewayEntry, type EnteredRow, removeGatewayEntry } from './gateway-entries.ts'
import { readMonth } from './read-month.ts'

export function monthRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminReadMonth, async ({ params: { month } }) => {
    const { span, entries, ...figures } = await readMonth(app.database, month, app.settings()['site.timezone'])
    return { month, is_over: span.until <= app.now(), ...figures, entries: entries.map(toEntry) }
  })
  serve(router, app, contract.adminAddGatewayEntry, async ({ caller, body }) => {
    const { id } = await addGatewayEntry(app.database, caller, body, app.now())
    return { id }
  })
  serve(router, app, contract.adminRemoveGatewayEntry, async ({ caller, params }) => {
    await removeGatewayEntry(app.database, caller, params.id, app.now())
    return ok
  })
}

function toEntry({ id, methodId, method, kind, happenedAt, currency, amount, note, by }: EnteredRow): contract.GatewayEntry {
  return { id, method_id: methodId, method, kind, happened_at: happenedAt.toISOString(), currency, amount, note, by }
}
