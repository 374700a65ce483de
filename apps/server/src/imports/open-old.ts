import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportInput } from '@portico/contract/imports-admin'
import type { Config } from '../config.ts'
import { BadSource, type OldDatabase } from './old/old-database.ts'

/** Configuration files are small; nothing else is read whole. */
const LARGEST_CONFIG = 2 * 1024 * 1024

/** Where files of old panels wait. Staff may name what is in it, and nothing else. */
export const importFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'imports')

/** A dump, a SQLite file, a file of CSV, or a running server. Each reader is loaded when it is needed. */
export async function openOld({ path, database }: { path: string | null; database: string | null }): Promise<OldDatabase> {
  if (database !== null) {
    if (/^(?:mysql|mariadb):/.test(database)) return (await import('./old/open-mysql.ts')).openMysql(database)
    return (await import('./old/open-postgres.ts')).openPostgres(database)
  }
  if (path === null) throw new BadSource('no_file')
  if (await isSqlite(path)) return (await import('./old/open-sqlite.ts')).openSqlite(path)
  if (/\.csv$/i.test(path)) return (await import('./old/open-csv.ts')).openCsv(path)
  return (await import('./old/open-dump.ts')).openDump(path)
}

async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path).catch(() => {
    throw new BadSource('no_file', path)
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1') === 'SQLite format 3\0'
  } finally {
    await file.close()
  }
}

/** The text of the configuration file that was named; null: none was. Throws `BadSource` where it cannot be read. */
export async function readConfigFile(path: string | null): Promise<string | null> {
  if (path === null) return null
  const text = await readFile(path).catch(() => {
    throw new BadSource('no_config', path)
  })
  if (text.length > LARGEST_CONFIG) throw new BadSource('no_config', path)
  return text.toString('utf8')
}

/** How a database is named in lists: without its password. */
export function nameOf({ file, database }: Pick<ImportInput, 'file' | 'database'>): string {
  if (database === null) return file ?? ''
  const url = URL.parse(database)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : ''
}
