import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { App } from '../app.ts'
import { onConnection } from '../db/in-turn.ts'
import { fileStorage } from '../files/storage/file-storage.ts'
import type { Storage } from '../files/storage/storage.ts'
import { readStored } from '../files/stored-bytes.ts'
import { keyOf } from '../files/sweep-files.ts'
import { beginSnapshot, describe, dumpTables, listJobs, toJobsPart } from './dump-database.ts'
import { type Part, writeBackupFile } from './file/backup-file.ts'
import { END, type End, FILES, MANIFEST, type Manifest, rowsOf, SETTINGS_KEY } from './file/content.ts'
import type { Lock } from './file/lock.ts'
import { inParts } from './file/parts.ts'

/** What a backup is made of. It can be had without loading a server. */
export type Site = Pick<App, 'config' | 'database' | 'ownerUrl' | 'now' | 'settings' | 'services'>

export type Making = { out: Writable; lock: Lock; note?: (rows: number) => void }

/** Writes everything of the site as it is at one moment, while it runs. Ends `out`. */
export async function makeBackup(app: Site, { out, lock, note }: Making): Promise<{ manifest: Manifest; end: End }> {
  return onConnection(app.ownerUrl, async (client) => {
    await beginSnapshot(client)
    const manifest = await describe(client, app.now())
    const end: End = { tables: {}, files: { count: 0, bytes: 0, missing: [] } }
    await writeBackupFile(partsOf(app, { client, manifest, end, note }), lock, out)
    return { manifest, end }
  })
}

type Content = { client: pg.Client; manifest: Manifest; end: End; note: Making['note'] }

async function* partsOf(app: Site, { client, manifest, end, note }: Content): AsyncGenerator<Part> {
  yield { name: MANIFEST, bytes: toJson(manifest) }
  const key = await settingsKeyOf(app)
  if (key !== null) yield { name: SETTINGS_KEY, bytes: key }
  for await (const part of dumpTables(client, manifest.tables, end.tables)) {
    yield part
    note?.(rowsOf(end))
  }
  yield toJobsPart(await listJobs(client))
  const { rows } = await client.query<{ key: string }>('select key from files order by id')
  // The files may take long, and an open transaction holds back the vacuum.
  await client.query('commit')
  const kept = new Set(rows.map((row) => row.key))
  const missing = new Set(kept)
  for await (const { name } of storedNames(app)) {
    if (!kept.has(keyOf(name))) continue
    for await (const part of storedParts(app, name, end)) {
      yield part
      missing.delete(name)
    }
  }
  end.files.missing = await stillThere(client, [...missing])
  yield { name: END, bytes: toJson(end) }
}

/** Those that were not deleted meanwhile. */
async function stillThere(client: pg.Client, keys: string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>('select key from files where key = any($1) order by id', [keys])
  return rows.map((row) => row.key)
}

async function* storedNames(app: Site): AsyncGenerator<{ name: string }> {
  const { current, former } = fileStorage(app)
  // Files move from the former place to the current one.
  const places = [former(), current()].filter((place): place is Storage => place !== null)
  const seen = new Set<string>()
  for (const place of places) {
    for await (const { name } of place.list()) {
      if (!seen.has(name)) yield { name }
      seen.add(name)
    }
  }
}

async function* storedParts(app: Site, name: string, end: End): AsyncGenerator<Part> {
  const stream = await readStored(app, name, null)
  // Deleted meanwhile.
  if (stream === null) return
  const count = yield* inParts(FILES + name, stream as AsyncIterable<Buffer>, (bytes) => (end.files.bytes += bytes.length))
  if (count === 0) yield { name: `${FILES}${name}/000001`, bytes: Buffer.alloc(0) }
  end.files.count++
}

/** The key as it stands in a file; null: secrets are not encrypted. */
async function settingsKeyOf({ config }: Site): Promise<Buffer | null> {
  if (config.settingsKey !== null) return Buffer.from(`${config.settingsKey.toString('base64')}\n`)
  if (config.databaseUrl !== null) return null
  return readFile(join(config.dataDir, 'settings.key')).catch(() => null)
}

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
