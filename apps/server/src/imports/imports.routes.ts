import * as contract from '@portico/contract/imports-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { toCsv } from '../http/downloads/csv.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { exportGoBack } from './go-back.ts'
import type { ImportRow } from './imports.table.ts'
import { type StoredFinding, toFindings } from './intake/findings.ts'
import { addPiece, backUntil, cancelImport, deleteFile, listFiles, listImports, readImport, startImport } from './keep-imports.ts'
import { isEmpty } from './move/switch.ts'
import { type FaultCode, sayFault } from './say-fault.ts'
import { sources } from './sources/sources.ts'

export function importRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.adminListImports, async ({ origin: { language } }) => {
    const [rows, files, empty, until] = await Promise.all([listImports(db), listFiles(app), isEmpty(db), backUntil(db, app.now())])
    return {
      ...toList(rows, (row) => toImport(row, language)),
      files: files.map((file) => toWire(contract.ImportFile, file)),
      panels: sources.map(({ name, title, reads, options }) => ({ source: name, title, reads: [...reads], options: [...options] })),
      empty,
      back_until: until?.toISOString() ?? null,
    }
  })
  serve(router, app, contract.adminStartImport, async ({ caller, body, origin }) =>
    toImport(await startImport(app, caller, body), origin.language),
  )
  serve(router, app, contract.adminGetImport, async ({ params, origin }) => toImport(await readImport(db, params.id), origin.language))
  serve(router, app, contract.adminCancelImport, ({ caller, params, body }) => cancelImport(app, caller, params.id, body.reason, app.now()))
  serve(router, app, contract.adminUploadImportFile, async ({ query, withFile }) =>
    toWire(contract.ImportFile, await withFile(({ bytes }) => addPiece(app, query.name, query.offset, bytes))),
  )
  serve(router, app, contract.adminDeleteImportFile, ({ caller, params }) => deleteFile(app, caller, params.name, app.now()))
  serve(router, app, contract.adminExportGoBack, async ({ caller, params, query }) => {
    const { columns, rows, statements } = await exportGoBack(db, params.id, query.part, app.now())
    await recordExport(app.database, caller, { entity: 'import', rows: rows.length, id: params.id, filter: {} }, app.now())
    if (query.form === 'sql') return { csv: statements.map((one) => `${one};\n`).join(''), rows: statements.length }
    return { csv: toCsv(columns, rows, app.settings()['site.timezone']), rows: rows.length }
  })
}

function toImport(row: ImportRow, language: Language): contract.Import {
  const findings = toFindings(row.findings as StoredFinding[], row.choices, language)
  // Codes of findings and faults are ours: only they are stored.
  const fault = row.fault === null ? null : sayFault({ code: row.fault as FaultCode, detail: row.faultDetail }, language)
  return toWire(contract.Import, { ...row, from: row.fromName, findings, fault })
}
