import * as contract from '@portico/contract/audit-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import { serveEvents } from '../http/events.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { AUDIT_COLUMNS, toAuditLines } from './audit-csv.ts'
import { auditWatch, LOG } from './audit-watch.ts'
import { fieldChanges } from '../audit/field-changes.ts'
import { toWire } from '../to-wire.ts'
import { entityNames } from './entity-names.ts'
import { type ActRow, auditNames, findAct, listAudit, wholeAudit } from './list-audit.ts'

export function auditRoutes(router: Router, app: App): void {
  const { db } = app.database
  const zone = (): string => app.settings()['site.timezone']

  serve(router, app, contract.adminListAudit, async ({ query }) => {
    const { items, next } = await listAudit(db, query, zone(), query.page_size)
    const names = await entityNames(db, items)
    return { items: items.map((row) => toEntry(row, names.get(row) ?? null)), next }
  })
  serveCsv(router, app, contract.adminExportAudit, async (tx, { caller, query: filter }) => {
    const { rows, parts } = await wholeAudit(tx, filter, zone())
    const note = () => recordExport(app.database, caller, { entity: 'audit', rows, filter }, app.now())
    return { columns: AUDIT_COLUMNS, rows, lines: mapParts(parts, toAuditLines), note }
  })
  serve(router, app, contract.adminAuditNames, () => auditNames(db))
  serveEvents(router, app, contract.auditEvents, ({ caller }, left) => auditWatch(app).follow(caller.accountId, left, LOG))
  serve(router, app, contract.adminGetAudit, async ({ params }) => {
    const act = await findAct(db, params.id)
    const names = await entityNames(db, [act])
    return { entry: toEntry(act, names.get(act) ?? null), changes: fieldChanges(act) }
  })
}

function toEntry(row: ActRow, name: string | null): contract.AuditEntry {
  return toWire(contract.AuditEntry, { ...row, actorEmail: row.email, entityName: name })
}
