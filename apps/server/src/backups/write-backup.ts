import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/close-to-others.ts'
import type { Lock } from './file/lock.ts'
import { makeBackup, type Site } from './make-backup.ts'

const NOTE_MS = 1000

export const folderOf = ({ config }: { config: Config }): string => join(config.dataDir, 'backups')

export const fileNameAt = (at: Date): string => `portico-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.age`

/** What closes the site's backups; null: the settings name nothing. */
export function lockIn(settings: Settings): Lock | null {
  const { 'backups.passphrase': passphrase, 'backups.recipient': recipient } = settings
  if (recipient !== '') return { recipients: [recipient] }
  return passphrase === '' ? null : { passphrase }
}

/** Writes a backup to a file, whole or not at all. `note`: hears of the rows written, every second. */
export async function writeBackup(app: Site, { path, lock, note = () => {} }: { path: string; lock: Lock; note?: (rows: number) => void }) {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  let noted = 0
  const noteNow = (rows: number): void => {
    if (performance.now() - noted < NOTE_MS) return
    noted = performance.now()
    note(rows)
  }
  const file = await open(`${path}.part`, 'w', PRIVATE_FILE)
  try {
    const made = await makeBackup(app, { out: file.createWriteStream({ flush: true }), lock, note: noteNow })
    await rename(`${path}.part`, path)
    return made
  } finally {
    await file.close().catch(() => {})
    await rm(`${path}.part`, { force: true })
  }
}
