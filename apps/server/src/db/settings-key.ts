import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { inTurn } from './in-turn.ts'
import { createSecretBox, parseKey } from './secret-box.ts'

const CHECK = 'settings_key_check'
const CHECK_PLACE = `server_secrets/${CHECK}/value`
const FILE = 'settings.key'

/** `dataDir`: holds our own database, and may hold its key; null: the database is external. */
type KeySource = { given: Buffer | null; dataDir: string | null }

/**
 * The key that encrypts secrets in this database: the given one, else the file's, which is created for a database that never had
 * a key; null: there is none. `url` must not lead through a pooler. Throws one line for the operator when the database was
 * encrypted with another key.
 */
export async function findSettingsKey(url: string, { given, dataDir }: KeySource): Promise<Buffer | null> {
  const file = dataDir === null ? null : join(dataDir, FILE)
  return inTurn(url, 'settings_key', async (client) => {
    const check = await storedCheck(client)
    const key = given ?? readKey(file)
    if (check !== undefined) return matching(check, key, given === null ? file : null)
    const settled = key ?? (file === null ? null : makeKey(file))
    if (settled === null) return null
    const value = createSecretBox(settled).seal(CHECK_PLACE, 'ok')
    await client.query('insert into server_secrets (name, value) values ($1, $2)', [CHECK, value])
    return settled
  })
}

/** Throws unless the key is the one of this database; a database that never had a key has none to check. */
export async function checkSettingsKey(url: string, key: Buffer | null): Promise<void> {
  await inTurn(url, 'settings_key', async (client) => {
    const check = await storedCheck(client)
    if (check !== undefined) matching(check, key, null)
  })
}

async function storedCheck(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from server_secrets where name = $1', [CHECK])
  return rows[0]?.value
}

function matching(check: string, key: Buffer | null, file: string | null): Buffer {
  const source = file ?? 'SETTINGS_KEY'
  if (key === null) throw new Error(lost(`${source} is missing`, file))
  try {
    createSecretBox(key).open(CHECK_PLACE, check)
    return key
  } catch {
    throw new Error(lost(`${source} is not the key of this database`, file))
  }
}

function lost(what: string, file: string | null): string {
  const repair = file === null ? 'set it to the key used before' : 'restore it from the backup'
  return `${what}: payment methods, secret settings, node keys and signing keys cannot be decrypted; ${repair}, or start once with --forget-secrets to erase them and enter them again`
}

function readKey(file: string | null): Buffer | null {
  if (file === null || !existsSync(file)) return null
  const key = parseKey(readFileSync(file, 'utf8').trim())
  if (key === null) throw new Error(`${file} is damaged: it must hold 32 bytes in base64 or hex; restore it from the backup`)
  return key
}

/** Writes the key to disk before anything is encrypted with it. */
function makeKey(file: string): Buffer {
  const key = randomBytes(32)
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const handle = openSync(unfinished, 'wx', 0o600)
  writeSync(handle, `${key.toString('base64')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
  return key
}
