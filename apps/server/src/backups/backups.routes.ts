import * as contract from '@portico/contract/backups-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { orNotFound } from '../errors.ts'
import { serveDownload } from '../http/downloads/serve-download.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import type { BackupRow } from './backups.table.ts'
import { findBackup, lastGood, listBackups, listRestores } from './list-backups.ts'
import { openBackup } from './keep-backups.ts'
import { startBackup } from './run-backup.ts'
import { lockIn } from './write-backup.ts'

export function backupRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.adminListBackups, async ({ query }) => {
    const [found, good, restored] = await Promise.all([listBackups(db, query), lastGood(db), listRestores(db)])
    const lock = lockIn(app.settings())
    return {
      ...toPage(found, query, toBackup),
      lock: lock && ('passphrase' in lock ? ('passphrase' as const) : ('key' as const)),
      last_good: good ? { started_at: good.startedAt.toISOString(), drill_ms: good.drillMs ?? 0 } : null,
      restores: restored.map((row) => toWire(contract.Restore, row)),
    }
  })
  serve(router, app, contract.adminStartBackup, async ({ caller }) => toBackup(await startBackup(app, caller)))
  serveDownload(router, app, contract.adminDownloadBackup, async (_, { caller, params }) => {
    const { id, fileName } = await findBackup(db, params.id)
    const bytes = orNotFound((await openBackup(app, fileName)) ?? undefined)
    const note = () => recordExport(app.database, caller, { entity: 'backup', rows: 1, filter: { id } }, app.now())
    return { name: fileName, type: 'application/octet-stream', bytes, note }
  })
}

function toBackup(row: BackupRow): contract.Backup {
  return toWire(contract.Backup, { ...row, fileName: row.removedAt === null || row.storedAt !== null ? row.fileName : null })
}
