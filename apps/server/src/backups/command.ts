import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { connect } from '../db/client.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { checkPoolers } from '../db/pooler/check-pooler.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { findSettingsKey } from '../db/settings-key.ts'
import { type DatabaseUrls, databaseUrls } from '../db/urls.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/close-to-others.ts'
import { lockDataIfFree } from '../processes/folder-lock.ts'
import { readSettings } from '../settings/settings.ts'
import { backupBucket } from './bucket.ts'
import { BadBackup } from './file/backup-file.ts'
import { lockOf } from './file/lock.ts'
import { rowsOf } from './file/content.ts'
import { rehearseMigration } from './rehearse-migration.ts'
import { restoreBackup } from './restore-backup.ts'
import { fileNameAt, folderOf, lockIn, writeBackup } from './write-backup.ts'

const SECRET = 'BACKUP_PASSPHRASE'
const IN_BUCKET = 's3:'

type Env = Record<string, string | undefined>

/** Runs `npm run backup [FILE]`, `npm run restore FILE` or `npm run rehearse`. Returns what to print. */
export async function runCommand(name: string, config: Config, path: string | undefined, env: Env): Promise<string[]> {
  const secret = env[SECRET]
  if (name === 'restore') return path?.startsWith(IN_BUCKET) ? restoreStored(config, path, env) : restore(config, path, secret)
  return withDatabase(config, (urls) => (name === 'rehearse' ? rehearse(urls) : backUp(config, urls, path, secret)))
}

/** The database of a server that may be running. */
export async function withDatabase<T>(config: Config, work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== null) {
    const urls = databaseUrls(config.databaseUrl, config.databaseDirectUrl)
    await checkPoolers(urls)
    return work(urls)
  }
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`${config.dataDir} has no database: start the site once first (npm start), or set DATA_DIR to where it is`)
  // A server that runs has the folder, and its PostgreSQL is used.
  const release = await lockDataIfFree(config.dataDir)
  const postgres = await startEmbedded(config.dataDir, { mayStart: release !== null })
  try {
    return await work(postgres.urls)
  } finally {
    if (release) {
      await postgres.stop()
      release()
    }
  }
}

async function rehearse({ owner }: DatabaseUrls): Promise<string[]> {
  return [`A copy of the database was migrated in ${await rehearseMigration(owner, new Date())} ms. The database is as it was.`]
}

async function backUp(config: Config, urls: DatabaseUrls, path: string | undefined, secret: string | undefined): Promise<string[]> {
  const key = await findSettingsKey(urls.direct, {
    given: config.settingsKey,
    dataDir: config.databaseUrl === null ? config.dataDir : null,
  })
  const database = connect(urls.server, { secrets: createSecretBox(key), max: 2 })
  try {
    const settings = await readSettings(database.db, database.secrets)
    const now = (): Date => new Date()
    const site = { config, database, ownerUrl: urls.owner, now, settings: () => settings, services: new Map() }
    const lock = secret ? await lockOf(secret) : lockIn(settings)
    if (lock === null) throw new Error(`set ${SECRET}, or a passphrase in the console’s settings under Backups`)
    const to = resolve(path ?? join(folderOf(site), fileNameAt(now())))
    const { end } = await writeBackup(site, { path: to, lock })
    const missing = end.files.missing.map((file) => `the bytes of the uploaded file ${file} are missing`)
    return [...missing, `${to}: ${rowsOf(end)} rows, ${end.files.count} files, ${(await stat(to)).size} bytes`]
  } finally {
    await database.close()
  }
}

/** Restores `s3:NAME`, a backup in a bucket; `s3:` lists those that are there. */
async function restoreStored(config: Config, path: string, env: Env): Promise<string[]> {
  const bucket = backupBucket({
    'files.s3_endpoint': env['S3_ENDPOINT']?.replace(/\/+$/, '') ?? '',
    'files.s3_region': env['S3_REGION'] ?? '',
    'files.s3_bucket': env['S3_BUCKET'] ?? '',
    'files.s3_access_id': env['S3_ACCESS_ID'] ?? '',
    'files.s3_secret': env['S3_SECRET'] ?? '',
  })
  if (!bucket) throw new Error('set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_ID and S3_SECRET, and S3_REGION if the bucket has one')
  const name = path.slice(IN_BUCKET.length)
  if (name === '') {
    const names = await bucket.list()
    return names.length > 0 ? names.map((found) => IN_BUCKET + found) : ['the bucket has no backups']
  }
  const bytes = await bucket.read(name)
  if (bytes === null) throw new Error(`the bucket has no ${name}: ${IN_BUCKET} alone lists what it has`)
  const to = join(folderOf({ config }), `${name}.part`)
  try {
    // Others may enter it: PostgreSQL may run as another user. What it holds is closed.
    await mkdir(config.dataDir, { recursive: true })
    await mkdir(folderOf({ config }), { recursive: true, mode: PRIVATE_FOLDER })
    await pipeline(bytes, createWriteStream(to, { mode: PRIVATE_FILE }))
    return await restore(config, to, env[SECRET])
  } finally {
    await rm(to, { force: true })
  }
}

/** Asks for the secret on a terminal, without showing it. */
async function restore(config: Config, path: string | undefined, given: string | undefined): Promise<string[]> {
  if (path === undefined) throw new Error('name the file: restore FILE')
  const secret = given ?? (await askFor('Passphrase or secret key: '))
  if (!secret) throw new Error(`set ${SECRET} to the passphrase or the secret key of the backup`)
  process.stdout.write('Reading the whole file first, then restoring it. A large site takes minutes.\n')
  try {
    const done = await restoreBackup(config, resolve(path), secret, new Date())
    const key = `Set SETTINGS_KEY to the content of ${join(config.dataDir, 'settings.key')} for every process.`
    return [
      ...done.missing.map((file) => `the backup has no bytes of the uploaded file ${file}`),
      `Restored: ${done.rows} rows and ${done.files} files of ${done.manifest.madeAt}, in ${Math.ceil(done.ms / 1000)} s.`,
      ...(done.needsKey ? [key] : []),
      'New numbers go on above all that were given before. Now start the server, with the same DATA_DIR.',
    ]
  } catch (error) {
    if (error instanceof BadBackup) throw new Error(`${path}: ${error.message}`, { cause: error })
    throw error
  }
}

async function askFor(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await new Promise<string>((done) => lines.question('', done))
  lines.close()
  process.stdout.write('\n')
  return answer.trim()
}
