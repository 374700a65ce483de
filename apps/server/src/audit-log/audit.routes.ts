import * as contract from '@portico/contract/audit-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { csvLines, toCsv } from '../http/csv.ts'
import { serveEvents } from '../http/events.ts'
import { type Router, serve } from '../http/router.ts'
import { auditTable } from './audit-csv.ts'
import { newestAct } from './audit-watch.ts'
import { fieldChanges } from '../audit/field-changes.ts'
import { type ActRow, auditNames, findAct, listAudit, listWholeAudit } from './list-audit.ts'

/** Keeps a part to some megabytes, and ready within a second. */
const PART_ROWS = 2000

export function auditRoutes(router: Router, app: App): void {
  const { db } = app.database
  const zone = (): string => app.settings()['site.timezone']

  serve(router, app, contract.adminListAudit, async ({ query }) => {
    const { items, next } = await listAudit(db, query, zone(), query.page_size)
    return { items: items.map(toEntry), next }
  })
  serve(router, app, contract.adminExportAudit, async ({ caller, query }) => {
    const { items, next } = await listWholeAudit(db, query, zone(), PART_ROWS)
    const [columns, rows] = auditTable(items)
    await recordExport(app.database, caller, { entity: 'audit', rows: rows.length, filter: query }, app.now())
    return { csv: query.before === undefined ? toCsv(columns, rows) : csvLines(rows), rows: rows.length, next }
  })
  serve(router, app, contract.adminAuditNames, () => auditNames(db))
  serveEvents(router, app, contract.auditEvents, async function* ({ caller }, left) {
    for await (const _ of app.auditWatch.follow(caller.accountId, left)) yield { newest: await newestAct(db) }
  })
  serve(router, app, contract.adminGetAudit, async ({ params }) => {
    const act = await findAct(db, params.id)
    return { entry: toEntry(act), changes: fieldChanges(act) }
  })
}

function toEntry(row: ActRow): contract.AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    actor_email: row.email,
    actor_name: row.actorName,
    ip: row.ip,
    device: row.device,
    action: row.action,
    entity: row.entity,
    entity_id: row.entityId,
    fields: row.fields,
    reason: row.reason,
  }
}
