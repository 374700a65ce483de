import * as contract from '@portico/contract/report-watch-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { orNotFound } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import type { NamedNode } from '../nodes/nodes.table.ts'
import { toPage, toWire } from '../to-wire.ts'
import { type HeldBatch, listHeld, settleHeld } from '../traffic/settle-held.ts'
import { settleAlarm } from './alarms.ts'
import { listAlarms, type ListedAlarm, type ListedUndo, listUndos } from './list-watch.ts'
import { previewUndo, startUndo, type UndoScope } from './undo-reports.ts'

export function reportWatchRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.adminListReportAlarms, async ({ origin, query }) =>
    toPage(await listAlarms(database.db, query), query, (row) => toAlarm(row, origin.language)),
  )
  serve(router, app, contract.adminSettleReportAlarm, ({ caller, params, body }) =>
    settleAlarm(database, caller, params.id, body.reason, app.now()),
  )

  serve(router, app, contract.adminListHeldReports, async ({ origin, query }) =>
    toPage(await listHeld(database.db, query), query, (row) => toHeld(row, origin.language)),
  )
  serve(router, app, contract.adminSettleHeldReport, ({ caller, params, body }) =>
    settleHeld(database, caller, params.id, body, { now: app.now(), zone: app.settings()['site.timezone'] }),
  )

  serve(router, app, contract.adminListReportUndos, async ({ origin, query }) =>
    toPage(await listUndos(database.db, query), query, (row) => toUndo(row, origin.language)),
  )
  serve(router, app, contract.adminPreviewReportUndo, ({ body }) => previewUndo(database.db, toScope(body), app.now()))
  serve(router, app, contract.adminStartReportUndo, async ({ caller, origin, body }) => {
    const { key, reason } = body
    const id = await startUndo(database, caller, { ...toScope(body), key, reason }, app.now())
    const { items } = await listUndos(database.db, { page: 1, page_size: 1 }, id)
    return toUndo(orNotFound(items[0]), origin.language)
  })
}

function toScope(body: { node_id: number; since: string; networks: string[] }): UndoScope {
  return { nodeId: body.node_id, since: new Date(body.since), networks: body.networks }
}

function toNode(id: number, node: NamedNode, language: Language): { id: number; name: string } {
  return { id, name: inLanguage(node, language).name }
}

function toAlarm({ alarm, node, label }: ListedAlarm, language: Language): contract.ReportAlarm {
  return toWire(contract.ReportAlarm, {
    ...alarm,
    node: toNode(alarm.nodeId, node, language),
    member: alarm.accountId === null ? null : { id: alarm.accountId, label: label ?? '' },
    address: alarm.kind === 'address' ? alarm.subject : null,
    answer: alarm.kind === 'refused' || alarm.kind === 'outdated' ? alarm.subject : null,
  })
}

function toHeld(held: HeldBatch, language: Language): contract.HeldReport {
  const batchKey = held.batchKey?.startsWith(' ') ? null : held.batchKey
  return toWire(contract.HeldReport, { ...held, node: toNode(held.nodeId, held.node, language), batchKey })
}

function toUndo({ undo, node }: ListedUndo, language: Language): contract.ReportUndo {
  return toWire(contract.ReportUndo, { ...undo, node: toNode(undo.nodeId, node, language) })
}
