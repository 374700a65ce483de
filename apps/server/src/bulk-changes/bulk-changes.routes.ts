import * as contract from '@portico/contract/bulk-changes-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { networkIn } from '../http/client-address.ts'
import type { ReadOld } from '../links/link-paths.ts'
import { messages } from '../http/messages/error-messages.ts'
import { type Router, serve } from '../http/router.ts'
import { toUserFilter } from '../members/user-filter.ts'
import { toWire } from '../to-wire.ts'
import { prepareBulk, type Wanted } from './prepare-bulk.ts'
import { type BulkProgress, readBulk } from './read-bulk.ts'
import { cancelBulk, startBulk } from './run-bulk.ts'

export function bulkChangeRoutes(router: Router, app: App): void {
  const { database } = app
  serve(router, app, contract.adminPrepareBulk, async ({ caller, origin, body }) => {
    const { id } = await prepareBulk(
      database,
      caller,
      { ...body, scope: toScope(body.scope, app.settings()['site.timezone'], app.readOld) },
      app.now(),
    )
    return toBulkChange(await readBulk(database.db, caller, id), origin.language)
  })
  serve(router, app, contract.adminStartBulk, async ({ caller, origin, params }) => {
    await startBulk(database, caller, params.id, app.now())
    return toBulkChange(await readBulk(database.db, caller, params.id), origin.language)
  })
  serve(router, app, contract.adminCancelBulk, async ({ caller, origin, params }) => {
    await cancelBulk(database, caller, params.id, app.now())
    return toBulkChange(await readBulk(database.db, caller, params.id), origin.language)
  })
  serve(router, app, contract.adminGetBulk, async ({ caller, origin, params }) =>
    toBulkChange(await readBulk(database.db, caller, params.id), origin.language),
  )
}

function toScope(scope: contract.BulkScope, zone: string, readOld: ReadOld): Wanted['scope'] {
  if ('ids' in scope) return scope
  return { filter: toUserFilter(scope.filter, zone, { networkIn, readOld }) }
}

function toBulkChange(row: BulkProgress, language: Language): contract.BulkChange {
  const failures = row.failures.map(({ accountId, label, problem }) => {
    return { account_id: accountId, label, problem: messages[language][problem ?? 'server.error'] }
  })
  return toWire(contract.BulkChange, { ...row, failures })
}
