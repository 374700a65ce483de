import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, until } from './node-software/programs.ts'

export type PoolMode = 'transaction' | 'session'
export type Bouncer = { program: string; version: string; sharesStatements: boolean }

/** A user without rights: PgBouncer does not run as root. */
const NOBODY = 65_534

/** PgBouncer on `PATH` and, where the environment names one, another version. Those that are missing are left out. */
export function bouncers(): Bouncer[] {
  const programs = ['pgbouncer', '/usr/sbin/pgbouncer', process.env['PGBOUNCER_NEW'] ?? '']
  const found = programs.filter((program) => program !== '').map((program) => ({ program, version: versionOf(program) }))
  return found
    .filter(({ version }, at) => version !== '' && found.findIndex((other) => other.version === version) === at)
    .map((one) => ({ ...one, sharesStatements: one.version.localeCompare('1.21', 'en', { numeric: true }) >= 0 }))
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /PgBouncer ([\d.]+)/.exec(stdout ?? '')?.[1] ?? ''
}

type Wanted = { mode: PoolMode; size?: number; settings?: Record<string, string> }

/** Runs it in front of the server of `url`, for the user and the database of that address. */
export async function startBouncer({ program, sharesStatements }: Bouncer, url: string, { mode, size = 4, settings = {} }: Wanted) {
  const to = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'portico-pooler-'))
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users'),
    admin_users: to.username,
    pool_mode: mode,
    default_pool_size: String(size),
    max_client_conn: '300',
    ...(sharesStatements && { max_prepared_statements: '200' }),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(join(folder, 'users'), `"${to.username}" "${to.password}"\n`)
  writeFileSync(join(folder, 'ini'), `[databases]\n* = host=${to.hostname} port=${to.port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const child = spawn(program, [join(folder, 'ini')], { stdio: ['ignore', 'pipe', 'pipe'], ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-5000)))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await until(
    () => answers(port),
    20,
    () => `PgBouncer did not start:\n${log}`,
  )
  const at = new URL(url)
  at.port = String(port)
  return {
    url: at.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
