import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { inTurn } from '../db/in-turn.ts'
import { writeThrough } from '../files/storage/write-through.ts'
import { databaseMark } from './backups.table.ts'
import { beginEpoch } from './begin-epoch.ts'
import { isRestoring, placeOf } from './restoring.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Of an external database by its place: several sites may share a folder. */
function fileOf({ dataDir, databaseUrl }: Place, ownerUrl: string): string {
  const id = databaseUrl === null ? '' : `-${createHash('sha256').update(placeOf(ownerUrl)).digest('hex').slice(0, 12)}`
  return join(dataDir, `database${id}.mark`)
}

/**
 * Stores the time in the database, and then in `DATA_DIR`: a database whose mark is older than the file's went back in time. The mark only
 * rises, whatever the clock does.
 */
export async function markDatabase({ database, config, ownerUrl, now: clock }: App): Promise<void> {
  const now = clock()
  const { rows } = await database.db.execute<{ at: string }>(sql`
    with changed as (
      update ${databaseMark} set at = greatest(at + interval '1 millisecond', ${now}::timestamptz) returning at
    ), made as (
      insert into ${databaseMark} (at) select ${now}::timestamptz where not exists (select from ${databaseMark}) returning at
    ) select at::text from changed union all select at::text from made`)
  const at = rows[0]?.at
  if (at !== undefined) await writeThrough(fileOf(config, ownerUrl), new Date(at).toISOString())
}

/**
 * Begins an epoch if the database is older than the mark in its `DATA_DIR`, or if the operator says that it was restored. Call it before anything
 * is served. Returns the time of the state that came back, if it is known; null: nothing came back.
 */
export async function noticeRestore(place: Place, ownerUrl: string, { isTold, now }: Noticing): Promise<{ madeAt: Date | null } | null> {
  const file = fileOf(place, ownerUrl)
  return inTurn(ownerUrl, 'restore', async (client) => {
    if (await isRestoring(client)) throw new Error('a restore into this database was broken off: run restore again')
    const older = await olderState(client, file)
    if (older === null && !isTold) return null
    const madeAt = older?.madeAt ?? null
    await beginEpoch(client, { sign: older === null ? 'told' : 'mark', madeAt, now })
    // The clock that wrote it may have been ahead.
    await writeThrough(file, now.toISOString())
    return { madeAt }
  })
}
type Noticing = { isTold: boolean; now: Date }

/** `madeAt` null: the state is from before there were marks. */
async function olderState(client: pg.Client, file: string): Promise<{ madeAt: Date | null } | null> {
  const said = await readFile(file, 'utf8').catch(() => null)
  if (said === null) return null
  const { rows } = await client.query<{ at: Date }>('select at from database_mark')
  const madeAt = rows[0]?.at ?? null
  return madeAt !== null && madeAt >= new Date(said) ? null : { madeAt }
}
