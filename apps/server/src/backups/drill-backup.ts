import { jobActor } from '../actor.ts'
import type { App } from '../app.ts'
import { connect } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { parseKey } from '../db/secret-box.ts'
import { checkSettingsKey } from '../db/settings-key.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { messageOf } from '../log.ts'
import { readBackupFile } from './file/backup-file.ts'
import { SETTINGS_KEY } from './file/content.ts'
import { loadDatabase } from './load-database.ts'
import { onScratchDatabase } from './scratch-database.ts'
import { verifyBackup } from './verify-backup.ts'

type Drill = { drillMs: number; drillFault: string | null }

/**
 * Restores a backup into a database of its own beside the site's, compares all rows, and checks the books and the settings key. Returns what
 * is wrong; never throws.
 */
export async function drillBackup(app: App, path: string, secret: string): Promise<Drill> {
  const began = performance.now()
  const drillFault = await faultOf(app, path, secret).catch((error: unknown) => {
    app.log.error({ err: error }, 'a restore drill failed')
    return messageOf(error).slice(0, 500)
  })
  return { drillMs: Math.round(performance.now() - began), drillFault }
}

async function faultOf(app: App, path: string, secret: string): Promise<string | null> {
  const { manifest, end } = await verifyBackup(path, secret)
  const [missing] = end.files.missing
  const fault = await onScratchDatabase(app.ownerUrl, async (url) => {
    let key: Buffer | null = null
    await loadDatabase(url, manifest, readBackupFile(path, secret), async (part) => {
      if (part.name === SETTINGS_KEY) key = parseKey(part.bytes.toString().trim())
    })
    await migrate({ owner: url, server: url })
    await checkSettingsKey(url, key)
    return faultOfBooks(url, app.now())
  })
  return fault ?? (missing === undefined ? null : `bytes of uploaded files are missing: ${end.files.missing.length}, such as ${missing}`)
}

/** What is wrong with the books of a database; null: nothing. */
export async function faultOfBooks(url: string, now: Date): Promise<string | null> {
  const database = connect(url, { max: 2 })
  try {
    const { faultCount } = await checkLedger(database, jobActor('restore_drill'), now)
    return faultCount > 0 ? `faults in the books of the copy: ${faultCount}` : null
  } finally {
    await database.close()
  }
}
