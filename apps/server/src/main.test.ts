import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { begin, endProcess, newFolder, removeFolders, type ServerProcess, startProcess } from '../test/server-process.ts'
import { checkAddress } from './http/listen-on.ts'
import { slowness } from '../../../scripts/slowness.ts'
import { signed } from '../test/signed.ts'

// Most tests start a server, some with its database: on a slow machine that takes half a minute.
vi.setConfig({ testTimeout: 180_000 })

const running = new Set<ChildProcess>()

afterAll(async () => {
  await Promise.all([...running].map((child) => endProcess(child, 'SIGTERM')))
  removeFolders()
})

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const started = await startProcess(env)
  running.add(started.child)
  return started
}

/** Processes whose command line names the folder, on Linux. */
function processesOf(dataDir: string): number[] {
  const pids = globSync('/proc/[0-9]*').map((path) => Number(path.slice(6)))
  return pids.filter((pid) => commandOf(pid).includes(dataDir))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function register(base: string, email: string): Promise<number> {
  return send(base, 'register', email)
}

async function send(base: string, action: 'login' | 'register', email: string): Promise<number> {
  const body = { email, password: 'a good password' }
  const headers = { 'content-type': 'application/json', ...signed(body) }
  const answer = await fetch(`${base}/api/v1/muser/auth/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.status
}

test('every configuration error is one line, the exit code is 1, and nothing is changed', async () => {
  const dataDir = join(newFolder(), 'data')
  const { child, output } = await start({
    DATA_DIR: dataDir,
    PORT: '99999',
    PUBLIC_URL: 'example',
    DATABASE_DIRECT_URL: 'mysql://localhost/portico',
    ADMIN_PASSWORD: 'short',
    LOG_LEVEL: 'loud',
    SETTINGS_KEY: 'my-secret-phrase',
    MEMORY_MB: 'plenty',
  })
  expect(child.exitCode).toBe(1)
  const lines = output().trim().split('\n')
  expect(lines).toHaveLength(8)
  expect(output()).toContain('portico: DATABASE_DIRECT_URL must come with DATABASE_URL')
  expect(output()).toContain('portico: SETTINGS_KEY must be 32 bytes in base64 or hex')
  expect(output()).not.toContain('my-secret-phrase')
  for (const name of ['PORT', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'ADMIN_PASSWORD', 'LOG_LEVEL', 'MEMORY_MB'])
    expect(output()).toContain(`portico: ${name} must`)
  expect(existsSync(dataDir)).toBe(false)
})

test('a HOST that is no address of this machine is reported in one line, and nothing is changed', async () => {
  const dataDir = join(newFolder(), 'data')
  const said = (host: string): string => `HOST must be an address of this machine, not "${host}"`
  const { child, output } = await start({ DATA_DIR: dataDir, HOST: 'nonsense' })
  expect([child.exitCode, output().trim()]).toEqual([1, `portico: ${said('nonsense')}`])
  await expect(checkAddress({ host: '192.0.2.1', port: 0 })).rejects.toThrow(said('192.0.2.1'))
  expect(existsSync(dataDir)).toBe(false)
})

test('an unreachable database is reported in one line', async () => {
  const { child, output } = await start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })
  expect(child.exitCode).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toContain('the database at 127.0.0.1:1 cannot be used')
  expect(output()).not.toContain('secret')
})

// One folder, from its first start to the last.
describe('a folder', () => {
  const dataDir = newFolder()
  const stored = ['files', 'files/ab', `files/ab/${'ab'.repeat(16)}`].map((path) => join(dataDir, path))
  const SETTINGS_KEY = 'ab'.repeat(32)
  const secrets = { ADMIN_PASSWORD: 'first-secret-value', METRICS_TOKEN: 'second-secret-value', SETTINGS_KEY, OTHER: 'third-secret' }
  let server: ServerProcess

  test('that is empty is set up with little memory; the server shows the first password once, stops cleanly and starts again', async () => {
    const first = await start({ DATA_DIR: dataDir, SETTINGS_KEY, ADMIN_EMAIL: 'operator@example.com', MEMORY_MB: '256' })
    expect(first.output()).toContain('Portico may use 256 MB of memory: the built-in grammar check')
    expect(commandOf(first.child.pid!)).toContain('--max-old-space-size=128')
    expect(processesOf(dataDir).map(commandOf).join()).toContain('shared_buffers=12MB')
    expect(first.output()).toMatch(/First operator: operator@example\.com {2}password: \S{16}/)
    expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
    expect(await endProcess(first.child, 'SIGTERM')).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    mkdirSync(stored[1]!, { recursive: true })
    writeFileSync(stored[2]!, 'x')
    chmodSync(stored[2]!, 0o644)
    server = await start({ DATA_DIR: dataDir, ...secrets })
    expect(server.output()).not.toContain('First operator')
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
  })

  test('gets none of the secrets in the server’s environment into PostgreSQL; files that others may read are closed at a start', async () => {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const environment = readFileSync(`/proc/${postmaster}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    for (const [name, value] of Object.entries(secrets))
      expect([environment.includes(name), environment.includes(value)]).toEqual([false, false])
    const modes = () => stored.map((path) => (statSync(path).mode & 0o777).toString(8))
    await expect.poll(modes).toEqual(['700', '700', '600'])
  })

  test('or a port in use is reported by a second process in one line, which changes nothing; the first continues', async () => {
    const port = new URL(server.base).port
    const other = join(newFolder(), 'data')
    for (const [env, said] of [
      [{ DATA_DIR: dataDir, SETTINGS_KEY }, `another Portico process is using ${dataDir}`],
      [{ DATA_DIR: other, PORT: port }, `port ${port} on 127.0.0.1 is in use`],
    ] as const) {
      const second = await start(env)
      expect([second.child.exitCode, second.output().trim()]).toEqual([1, `portico: ${said}`])
    }
    expect(existsSync(other)).toBe(false)
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
  })

  test('whose server is killed at any moment is taken over with the database left running, and loses nothing', async () => {
    const accepted: string[] = []
    for (let round = 0; round < 3; round++) {
      // Nine in all: the network's limit would refuse a tenth, and a restart does not reset it.
      const emails = Array.from({ length: 3 }, (_, i) => `r${round}-${i}@example.com`)
      const { base, child } = server
      const writes = emails.map((email) =>
        register(base, email).then(
          (status) => status === 200 && accepted.push(email),
          () => false,
        ),
      )
      // The kill comes between the first answer and the last.
      await Promise.race(writes)
      await endProcess(child, 'SIGKILL')
      await Promise.all(writes)
      expect(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toContain('postgres')
      server = await start({ DATA_DIR: dataDir, SETTINGS_KEY })
    }
    for (const email of accepted) expect(await send(server.base, 'login', email), email).toBe(200)
    expect(accepted.length).toBeGreaterThan(0)
    expect(await endProcess(server.child, 'SIGTERM')).toBe(0)
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })
})

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since it was listed.
  }
}

test('a first start that is cut off again and again leaves a folder that the next start can use', async () => {
  const dataDir = newFolder()
  // The folder is there, the cluster is begun, the cluster is nearly made.
  for (const sign of ['postgres*', 'postgres*/PG_VERSION', 'postgres*/base/4']) {
    const { child } = begin({ DATA_DIR: dataDir })
    running.add(child)
    await expect.poll(() => globSync(join(dataDir, sign)).length, { interval: 5, timeout: 60_000 * slowness }).toBeGreaterThan(0)
    // As a process manager does: with everything it started.
    for (const pid of processesOf(dataDir)) endAtOnce(pid)
    await endProcess(child, 'SIGKILL')
  }
  const last = await start({ DATA_DIR: dataDir })
  expect(last.output()).toMatch(/First operator: /)
  expect((await fetch(`${last.base}/readyz`)).status).toBe(200)
  expect(await endProcess(last.child, 'SIGTERM')).toBe(0)
  // Nothing of the attempts is left.
  const left = readdirSync(dataDir).filter((name) => name.startsWith('postgres'))
  expect(left).toEqual(['postgres', 'postgres-server.secret', 'postgres.secret'])
})
