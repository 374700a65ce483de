import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onConnection } from '../in-turn.ts'
import type { DatabaseUrls } from '../urls.ts'
import { makeCluster, removeUnfinished } from './make-cluster.ts'
import { onOwnPort } from './own-port.ts'
import { type Cluster, isRunning, portOf, startPostgres, stopPostgres } from './postgres-process.ts'
import { chooseUser, findBinaries } from './run-program.ts'
import { supervise, type Watching } from './supervise.ts'

export type EmbeddedPostgres = {
  urls: DatabaseUrls
  /** Connects as the owner to the database `postgres`, which the server does not use. */
  adminUrl: string
  /** Restarts PostgreSQL whenever it ends, until `stop`. */
  supervise: (watching: Watching) => void
  stop: () => Promise<void>
}
/** The cluster's superuser, for migrations, and the role the server connects as. */
const [OWNER, SERVER] = ['portico', 'portico_server']

/** `mayStart`: false beside a server, whose PostgreSQL runs already. `tell`: is given what the start does. */
type Options = { databaseName?: string; connections?: number; mayStart?: boolean; tell?: (what: string) => void }

/**
 * Starts the PostgreSQL under `dataDir` and creates it the first time. Takes over one that a dead process left running. It listens
 * on loopback, with passwords that only the directory's owner can read.
 */
export async function startEmbedded(dataDir: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { databaseName = 'portico', connections = 60, mayStart = true, tell = () => {} } = options
  mkdirSync(dataDir, { recursive: true })
  const folder = join(realpathSync(dataDir), 'postgres')
  const running = isRunning(folder) ? portOf(folder) : null
  if (running === null && !mayStart) {
    throw new Error(`the PostgreSQL of ${dataDir} runs in another container, or is just starting: run this beside its server`)
  }
  const binaries = await findBinaries()
  const runAs = chooseUser(binaries.postgres, dataDir)
  const secretFile = join(dataDir, 'postgres.secret')
  removeUnfinished(folder)
  if (!existsSync(folder)) {
    ensureSecret(secretFile)
    tell('creating the database')
    await makeCluster({ binaries, runAs, folder, owner: OWNER, secretFile })
  }
  const password = readFileSync(secretFile, 'utf8').trim()

  tell('starting PostgreSQL')
  const cluster: Cluster = { binaries, runAs, folder, connections }
  const urlAt = (at: number, role: string, secret: string, name: string): string => `postgres://${role}:${secret}@127.0.0.1:${at}/${name}`
  const adminAt = (at: number): string => urlAt(at, OWNER, password, 'postgres')
  const port = running ?? (await onOwnPort((at) => startPostgres(cluster, at, adminAt(at))))
  const adminUrl = adminAt(port)
  const serverPassword = ensureSecret(join(dataDir, 'postgres-server.secret'))
  await ensureDatabase(adminUrl, databaseName, serverPassword)
  const server = urlAt(port, SERVER, serverPassword, databaseName)
  let supervisor: { stop: () => Promise<void> } | null = null
  return {
    urls: { server, direct: server, owner: urlAt(port, OWNER, password, databaseName) },
    adminUrl,
    supervise: (watching) => {
      supervisor = supervise({ folder, start: (signal) => startPostgres(cluster, port, adminUrl, signal) }, watching)
    },
    stop: async () => {
      await supervisor?.stop()
      await stopPostgres(cluster)
    },
  }
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
  await onConnection(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    const role = await client.query('select 1 from pg_roles where rolname = $1', [SERVER])
    const verb = role.rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${SERVER} login password ${client.escapeLiteral(serverPassword)}`)
  })
}
