import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@portico/contract/signature'
import { afterEach, expect, test, vi } from 'vitest'
import { begin, endProcess, type ServerProcess, startProcess } from '../test/server-process.ts'

// Each test starts a server and its database, some five times: on a slow machine that takes half a minute.
vi.setConfig({ testTimeout: 180_000 })

const running = new Set<ChildProcess>()
const folders: string[] = []

afterEach(async () => {
  await Promise.all([...running].map((child) => endProcess(child, 'SIGTERM')))
  running.clear()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portico-main-'))
  chmodSync(made, 0o755)
  folders.push(made)
  return made
}

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
  const [secret, timestamp] = [Math.random().toString(16).slice(2).padEnd(32, '0').slice(0, 32), String(Date.now())]
  const headers = {
    'content-type': 'application/json',
    'x-secret': secret,
    'x-timestamp': timestamp,
    'x-sign': sign(body, secret, timestamp),
  }
  const answer = await fetch(`${base}/api/v1/muser/auth/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.status
}

test('every configuration error is one line, the exit code is 1, and nothing is changed', async () => {
  const dataDir = join(folder(), 'data')
  const { child, output } = await start({
    DATA_DIR: dataDir,
    PORT: '99999',
    PUBLIC_URL: 'example',
    DATABASE_DIRECT_URL: 'mysql://localhost/portico',
    ADMIN_PASSWORD: 'short',
    LOG_LEVEL: 'loud',
  })
  expect(child.exitCode).toBe(1)
  const lines = output().trim().split('\n')
  expect(lines).toHaveLength(6)
  expect(output()).toContain('portico: DATABASE_DIRECT_URL must come with DATABASE_URL')
  for (const name of ['PORT', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'ADMIN_PASSWORD', 'LOG_LEVEL'])
    expect(output()).toContain(`portico: ${name} must`)
  expect(existsSync(dataDir)).toBe(false)
})

test('a HOST that is no address of this machine is reported in one line, and nothing is changed', async () => {
  for (const host of ['nonsense', '192.0.2.1']) {
    const dataDir = join(folder(), 'data')
    const { child, output } = await start({ DATA_DIR: dataDir, HOST: host })
    expect(child.exitCode).toBe(1)
    expect(output().trim()).toBe(`portico: HOST must be an address of this machine, not "${host}"`)
    expect(existsSync(dataDir)).toBe(false)
  }
})

test('an unreachable database is reported in one line', async () => {
  const { child, output } = await start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })
  expect(child.exitCode).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toContain('the database at 127.0.0.1:1 cannot be used')
  expect(output()).not.toContain('secret')
})

test('the server starts on an empty folder, shows the first password once, stops cleanly and starts again', async () => {
  const dataDir = folder()
  const first = await start({ DATA_DIR: dataDir, ADMIN_EMAIL: 'operator@example.com' })
  expect(first.output()).toMatch(/First operator: operator@example\.com {2}password: \S{16}/)
  expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
  expect(await endProcess(first.child, 'SIGTERM')).toBe(0)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const second = await start({ DATA_DIR: dataDir })
  expect(second.output()).not.toContain('First operator')
  expect((await fetch(`${second.base}/readyz`)).status).toBe(200)
})

test('PostgreSQL gets none of the secrets in the server’s environment; uploaded files that others may read are closed at the next start', async () => {
  const dataDir = folder()
  const [files, inner] = [join(dataDir, 'files'), join(dataDir, 'files', 'ab')]
  mkdirSync(inner, { recursive: true })
  writeFileSync(join(inner, 'ab'.repeat(16)), 'x')
  chmodSync(join(inner, 'ab'.repeat(16)), 0o644)
  const secrets = {
    ADMIN_PASSWORD: 'first-secret-value',
    METRICS_TOKEN: 'second-secret-value',
    SETTINGS_KEY: 'ab'.repeat(32),
    OTHER: 'third-secret',
  }
  const { base } = await start({ DATA_DIR: dataDir, ...secrets })
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const environment = readFileSync(`/proc/${postmaster}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  for (const [name, value] of Object.entries(secrets))
    expect([environment.includes(name), environment.includes(value)]).toEqual([false, false])
  const modes = () => [files, inner, join(inner, 'ab'.repeat(16))].map((path) => (statSync(path).mode & 0o777).toString(8))
  await expect.poll(modes).toEqual(['700', '700', '600'])
})

// Three moments of it: the folder is there, the cluster is begun, the cluster is nearly made.
test.each(['postgres*', 'postgres*/PG_VERSION', 'postgres*/base/4'])(
  'a first start that is cut off when there is %s leaves a folder that the next start can use',
  async (sign) => {
    const dataDir = folder()
    const { child } = begin({ DATA_DIR: dataDir })
    running.add(child)
    await expect.poll(() => globSync(join(dataDir, sign)).length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0)
    // As a process manager does: with everything it started.
    for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
    await endProcess(child, 'SIGKILL')
    const second = await start({ DATA_DIR: dataDir })
    expect(second.output()).toMatch(/First operator: /)
    expect((await fetch(`${second.base}/readyz`)).status).toBe(200)
    expect(await endProcess(second.child, 'SIGTERM')).toBe(0)
    // Nothing of the first attempt is left.
    const left = readdirSync(dataDir).filter((name) => name.startsWith('postgres'))
    expect(left).toEqual(['postgres', 'postgres-server.secret', 'postgres.secret'])
  },
)

test('a second process on the same folder is refused, and the first continues', async () => {
  const dataDir = folder()
  const first = await start({ DATA_DIR: dataDir })
  const second = await start({ DATA_DIR: dataDir })
  expect(second.child.exitCode).toBe(1)
  expect(second.output().trim()).toBe(`portico: another Portico process is using ${dataDir}`)
  expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
})

test('a port in use is reported in one line, and nothing is changed', async () => {
  const first = await start({ DATA_DIR: folder() })
  const dataDir = folder()
  const port = new URL(first.base).port
  const second = await start({ DATA_DIR: join(dataDir, 'data'), PORT: port })
  expect(second.child.exitCode).toBe(1)
  expect(second.output().trim()).toBe(`portico: port ${port} on 127.0.0.1 is in use`)
  expect(existsSync(join(dataDir, 'data'))).toBe(false)
})

test('killed at any moment, the server takes over the database it left running and loses nothing', async () => {
  const dataDir = folder()
  const accepted: string[] = []
  for (let round = 0; round < 3; round++) {
    const server = await start({ DATA_DIR: dataDir })
    // Nine in all: the network's limit would refuse a tenth, and a restart does not reset it.
    const emails = Array.from({ length: 3 }, (_, i) => `r${round}-${i}@example.com`)
    const writes = emails.map((email) =>
      register(server.base, email).then(
        (status) => status === 200 && accepted.push(email),
        () => false,
      ),
    )
    // The kill comes between the first answer and the last.
    await Promise.race(writes)
    await endProcess(server.child, 'SIGKILL')
    await Promise.all(writes)
    expect(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toContain('postgres')
  }
  const last = await start({ DATA_DIR: dataDir })
  for (const email of accepted) expect(await send(last.base, 'login', email), email).toBe(200)
  expect(accepted.length).toBeGreaterThan(0)
  expect(await endProcess(last.child, 'SIGTERM')).toBe(0)
  expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
})
