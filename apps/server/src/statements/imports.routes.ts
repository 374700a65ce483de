import * as admin from '@portico/contract/statements-imports-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import type { StatementRowRow } from './imports.table.ts'
import { prepareImport, readAgain } from './prepare-import.ts'
import { type ImportOf, listImports, listRows, readImport } from './read-imports.ts'
import { cancelImport, startImport } from './run-import.ts'

export function statementImportRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const zone = (): string => app.settings()['site.timezone']
  const one = async (id: number): Promise<admin.StatementImport> => toImport(await readImport(db, id))

  serve(router, app, admin.adminUploadStatement, async ({ caller, query, withFile }) => {
    const at = { now: app.now(), zone: zone() }
    return one(await withFile((file) => prepareImport(app, caller, { methodId: query.method_id, ...file }, at)))
  })
  serve(router, app, admin.adminListStatementImports, async ({ query }) => toPage(await listImports(db, query), query, toImport))
  serve(router, app, admin.adminGetStatementImport, ({ params }) => one(params.id))
  serve(router, app, admin.adminReadStatementAgain, async ({ caller, params, body }) => {
    await readAgain(app, caller, { id: params.id, chosen: body }, zone())
    return one(params.id)
  })
  serve(router, app, admin.adminListStatementRows, async ({ params, query }) =>
    toPage(await listRows(db, params.id, query.state, query), query, toRow),
  )
  serve(router, app, admin.adminStartStatementImport, async ({ caller, params }) => {
    await startImport(database, caller, params.id, app.now())
    return one(params.id)
  })
  serve(router, app, admin.adminCancelStatementImport, async ({ caller, params }) => {
    await cancelImport(database, caller, params.id, app.now())
    return one(params.id)
  })
}

function toImport(row: ImportOf): admin.StatementImport {
  const { summary } = row
  const counts = Object.fromEntries(admin.RowState.options.map((state) => [state, row.counts[state] ?? 0])) as Record<
    admin.RowState,
    number
  >
  return toWire(admin.StatementImport, { ...row, ...summary, counts, progress: progressOf(counts) })
}

/** Progress of an import. A compared line is half done: it is looked at again after all others. */
function progressOf({ waiting, compared, matched, booked, open, repeated }: Record<admin.RowState, number>): number {
  const done = matched + booked + open + repeated
  return Math.floor((100 * (done + compared / 2)) / Math.max(1, done + compared + waiting))
}

function toRow(row: StatementRowRow): admin.StatementRow {
  return toWire(admin.StatementRow, row)
}
