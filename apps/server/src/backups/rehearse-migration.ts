import type pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { onConnection } from '../db/in-turn.ts'
import { faultOfBooks } from './drill-backup.ts'
import { beginSnapshot, describe, dumpTables, listJobs, toJobsPart } from './dump-database.ts'
import type { Part } from './file/backup-file.ts'
import { END, type End, type Manifest } from './file/content.ts'
import { checkMigrations, loadDatabase } from './load-database.ts'
import { onScratchDatabase } from './scratch-database.ts'

/**
 * Migrates a copy of the database to this version, and drops the copy. Throws what a real migration would, and if the books of the copy do
 * not add up. Returns the milliseconds that the migration took.
 */
export async function rehearseMigration(ownerUrl: string, now: Date): Promise<number> {
  return onConnection(ownerUrl, async (client) => {
    await beginSnapshot(client)
    const manifest = await describe(client, now)
    checkMigrations(manifest)
    return onScratchDatabase(ownerUrl, async (url) => {
      await loadDatabase(url, manifest, partsOf(client, manifest), async () => {})
      const began = performance.now()
      await migrate({ owner: url, server: url })
      const ms = Math.round(performance.now() - began)
      const fault = await faultOfBooks(url, now)
      if (fault !== null) throw new Error(fault)
      return ms
    })
  })
}

async function* partsOf(client: pg.Client, { tables }: Manifest): AsyncGenerator<Part> {
  const end: End = { tables: {}, files: { count: 0, bytes: 0, missing: [] } }
  yield* dumpTables(client, tables, end.tables)
  yield toJobsPart(await listJobs(client))
  yield { name: END, bytes: Buffer.from(JSON.stringify(end)) }
}
