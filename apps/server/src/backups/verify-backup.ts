import { createHash, type Hash } from 'node:crypto'
import { BadBackup, readBackupFile } from './file/backup-file.ts'
import { END, type End, endSchema, MANIFEST, type Manifest, manifestSchema, TABLES } from './file/content.ts'
import { nameIn } from './file/parts.ts'
import { checkMigrations } from './load-database.ts'

/** Reads a backup to its end, before anything is changed. Throws `BadBackup` if it is not whole, or not for this version. */
export async function verifyBackup(path: string, secret: string): Promise<{ manifest: Manifest; end: End }> {
  const hashes = new Map<string, Hash>()
  let manifest: Manifest | null = null
  let end: End | null = null
  for await (const part of readBackupFile(path, secret)) {
    const { name, bytes } = part
    const table = nameIn(TABLES, part)
    if (manifest === null) {
      if (name !== MANIFEST) throw new BadBackup('it is no backup of Portico')
      manifest = parsed(manifestSchema.safeParse(JSON.parse(bytes.toString())))
      checkMigrations(manifest)
    } else if (name === END) end = parsed(endSchema.safeParse(JSON.parse(bytes.toString())))
    else if (table !== null) hashes.set(table, (hashes.get(table) ?? createHash('sha256')).update(bytes))
  }
  if (manifest === null || end === null) throw new BadBackup('it is damaged or cut off')
  const empty = createHash('sha256').digest('hex')
  for (const [table, { sha256 }] of Object.entries(end.tables)) {
    if ((hashes.get(table)?.digest('hex') ?? empty) !== sha256) throw new BadBackup(`its rows of ${table} are damaged`)
  }
  return { manifest, end }
}

function parsed<T>(found: { success: boolean; data?: T }): T {
  if (!found.success || found.data === undefined) throw new BadBackup('it is no backup of this version of Portico')
  return found.data
}
