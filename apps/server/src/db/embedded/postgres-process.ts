import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sizes } from '../../memory/sizes.ts'
import { type Binaries, type RunAs, runProgram, startProgram } from './run-program.ts'

export type Cluster = { binaries: Binaries; runAs: RunAs; folder: string; connections: number }

const LOOK_MS = 50
/** SQLSTATE `cannot_connect_now`. */
const STARTING = '57P03'

/**
 * Starts PostgreSQL on the cluster and waits until it takes connections, however long it recovers. Throws with the end of its log if
 * it ends instead.
 */
export async function startPostgres(cluster: Cluster, port: number, adminUrl: string, signal?: AbortSignal): Promise<void> {
  const { folder, runAs, binaries, connections } = cluster
  endLeftovers(folder)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: connections,
    // Appears in the name of each PostgreSQL process.
    cluster_name: nameOf(folder),
    ...sizes.postgres,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(folder, 'server.log')
  const log = openSync(logFile, 'a', 0o600)
  const child = startProgram(runAs, [binaries.postgres, '-D', folder, '-p', String(port), ...options], ['ignore', log, log])
  closeSync(log)
  let ended: string | null = null
  child.on('error', (error) => (ended = error.message))
  child.on('exit', () => (ended ??= tail(logFile)))
  child.unref()
  try {
    while (!(await answers(adminUrl))) {
      if (ended !== null) throw new Error(`PostgreSQL did not start: ${ended}`)
      signal?.throwIfAborted()
      await pause(LOOK_MS)
    }
  } catch (error) {
    child.kill('SIGINT')
    throw error
  }
}

export async function stopPostgres({ binaries, runAs, folder }: Cluster): Promise<void> {
  await runProgram(runAs, [binaries.pg_ctl, 'stop', '-w', '-m', 'fast', '-D', folder])
}

/** Whether the server that the cluster's postmaster.pid names is alive. */
export function isRunning(folder: string): boolean {
  const pid = Number(pidFile(folder)[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process lives, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // After a restart of the machine, the number may be another program's. A dead one that nobody waited for has no command line.
  return process.platform !== 'linux' || commandOf(pid).includes(folder)
}

/** The port in postmaster.pid, whether or not that server still runs. */
export function portOf(folder: string): number | null {
  return Number(pidFile(folder)[3]) || null
}

function pidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Ends what a dead server left: processes still at a long query, and a file that names another program's process. */
function endLeftovers(folder: string): void {
  if (process.platform !== 'linux') return
  const title = `postgres: ${nameOf(folder)}: `
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    if (commandOf(pid).startsWith(title)) tryKill(pid)
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended by itself.
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Name for PostgreSQL: plain ASCII, at most 63 characters. */
function nameOf(folder: string): string {
  return folder.replace(/[^\w./-]/g, '_').slice(-60)
}

/** Whether PostgreSQL answers. Throws if it refuses for another reason than starting. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== STARTING) throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n')
  } catch {
    return ''
  }
}
