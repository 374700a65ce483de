import { existsSync, realpathSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { isRunning } from '../db/embedded/postgres-process.ts'
import { inTurn } from '../db/in-turn.ts'
import { migrate } from '../db/migrate.ts'
import { checkPoolers } from '../db/pooler/check-pooler.ts'
import { roleAt } from '../db/roles.ts'
import { type DatabaseUrls, databaseUrls } from '../db/urls.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/close-to-others.ts'
import { writeThrough } from '../files/storage/write-through.ts'
import { lockData } from '../processes/folder-lock.ts'
import { beginEpoch } from './begin-epoch.ts'
import { isRestoring, placeOf, RESTORING } from './restoring.ts'
import { BadBackup, readBackupFile } from './file/backup-file.ts'
import { FILES, type Manifest, rowsOf, SETTINGS_KEY } from './file/content.ts'
import { nameIn } from './file/parts.ts'
import { checkEmpty, emptyDatabase } from './empty-database.ts'
import { loadDatabase } from './load-database.ts'
import { verifyBackup } from './verify-backup.ts'

export type Restored = { manifest: Manifest; rows: number; files: number; missing: string[]; ms: number; needsKey: boolean }

/**
 * Brings a backup back into an empty `DATA_DIR`, or into the empty database that the configuration names. A file that cannot be used, or a
 * place that is not empty, throws `BadBackup` before anything is changed. One that was broken off starts again.
 */
export async function restoreBackup(config: Config, path: string, secret: string, now: Date): Promise<Restored> {
  const began = performance.now()
  const given = config.databaseUrl === null ? null : databaseUrls(config.databaseUrl, config.databaseDirectUrl)
  const manifest = await check(config, { path, secret, given })
  const taking = { path, secret, manifest, now }
  const taken = given ? await fillGiven(config, given, taking) : await fillOwn(config, taking)
  return { manifest, ...taken, ms: Math.round(performance.now() - began), needsKey: taken.needsKey && given !== null }
}

/** Fills our own database, which nothing but a broken restore can have begun. */
async function fillOwn(config: Config, taking: Omit<Taking, 'at'>): Promise<Taken> {
  const { dataDir } = config
  await lockData(dataDir)
  await writeThrough(markIn(dataDir), '')
  // Of a restore whose process was killed.
  if (existsSync(join(dataDir, 'postgres')) && isRunning(join(realpathSync(dataDir), 'postgres')))
    await (await startEmbedded(dataDir)).stop()
  await removeLeft(dataDir)
  const postgres = await startEmbedded(dataDir)
  try {
    const taken = await takeBack(config, { ...taking, at: postgres.urls })
    await rm(markIn(dataDir), { force: true })
    return taken
  } finally {
    await postgres.stop()
  }
}

/** Fills an external database, one restore after another. A schema in it says until the end that it is not whole. */
function fillGiven(config: Config, urls: DatabaseUrls, taking: Omit<Taking, 'at'>): Promise<Taken> {
  return inTurn(urls.owner, 'restoring', async (client: pg.Client) => {
    // A wrong address or password shows before anything is made.
    await roleAt(urls.server)
    const isBegun = await isRestoring(client)
    if (!isBegun) await checkEmpty(client)
    await writeThrough(markIn(config.dataDir), placeOf(urls.owner))
    if (isBegun) await emptyDatabase(client)
    else await client.query(`create schema ${RESTORING}`)
    await removeLeft(config.dataDir)
    const taken = await takeBack(config, { ...taking, at: urls })
    await client.query(`drop schema ${RESTORING}`)
    await rm(markIn(config.dataDir), { force: true })
    return taken
  })
}

type Asked = { path: string; secret: string; given: DatabaseUrls | null }

async function check(config: Config, { path, secret, given }: Asked): Promise<Manifest> {
  try {
    const { manifest } = await verifyBackup(path, secret)
    await checkPlace(config, given)
    return manifest
  } catch (error) {
    throw error instanceof BadBackup ? new BadBackup(`${error.message}; nothing was changed`) : error
  }
}

/** There while a restore has not come to its end. Names the database, if it is not our own. */
const markIn = (dataDir: string): string => join(dataDir, 'restore.unfinished')

/** Throws if a restore with this folder was broken off: its database is not whole. */
export function checkNotRestoring(dataDir: string): void {
  if (existsSync(markIn(dataDir))) throw new Error(`a restore into ${dataDir} was broken off: run restore again`)
}

/** What a restore that was broken off leaves in the folder. */
const LEFT = ['postgres', 'settings.key', 'files', 'files.restoring']

async function removeLeft(dataDir: string): Promise<void> {
  for (const name of LEFT) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
}

async function checkPlace({ dataDir }: Config, given: DatabaseUrls | null): Promise<void> {
  if (given) await checkPoolers(given)
  const begun = await readFile(markIn(dataDir), 'utf8').catch(() => null)
  if (begun === null || begun !== (given ? placeOf(given.owner) : '')) {
    const there = await readdir(dataDir).catch((): string[] => [])
    if (LEFT.some((name) => there.includes(name))) {
      throw new BadBackup(`${dataDir} has a site already: name an empty DATA_DIR, or move the old one away`)
    }
  }
  if (given) await inTurn(given.owner, 'restore', async (client) => (await isRestoring(client)) || checkEmpty(client))
}

type Taken = { rows: number; files: number; missing: string[]; needsKey: boolean }
type Taking = { path: string; secret: string; manifest: Manifest; at: DatabaseUrls; now: Date }

async function takeBack({ dataDir }: Config, { path, secret, manifest, at, now }: Taking): Promise<Taken> {
  const arriving = join(dataDir, 'files.restoring')
  let needsKey = false
  const end = await loadDatabase(at.owner, manifest, readBackupFile(path, secret), async (part) => {
    if (part.name === SETTINGS_KEY) {
      needsKey = true
      await writeThrough(join(dataDir, 'settings.key'), part.bytes)
      return
    }
    const stored = nameIn(FILES, part)
    if (stored !== null) await appendStored(arriving, stored, part.bytes)
  })
  await migrate(at)
  await inTurn(at.owner, 'restore', (client: pg.Client) => beginEpoch(client, { sign: 'command', madeAt: new Date(manifest.madeAt), now }))
  if (existsSync(arriving)) await rename(arriving, join(dataDir, 'files'))
  return { rows: rowsOf(end), files: end.files.count, missing: end.files.missing, needsKey }
}

async function appendStored(folder: string, stored: string, bytes: Buffer): Promise<void> {
  if (!/^[0-9a-f]{32}(-small)?$/.test(stored)) throw new BadBackup('it is damaged')
  const inner = join(folder, stored.slice(0, 2))
  await mkdir(inner, { recursive: true, mode: PRIVATE_FOLDER })
  await appendFile(join(inner, stored), bytes, { mode: PRIVATE_FILE })
}
