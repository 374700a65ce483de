import { globSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { emptySettings } from '@portico/contract/empty-settings'
import { afterEach, expect, test, vi } from 'vitest'
import { caller, withToken } from '../../test/harness.ts'
import { begin, endProcess, OPERATOR, removeFolders, type ServerProcess } from '../../test/server-process.ts'
import { usedFolder } from '../../test/used-folder.ts'
import { slowness } from '../../../../scripts/slowness.ts'

vi.setConfig({ testTimeout: 240_000 })

let server: ServerProcess | null = null
afterEach(async () => {
  if (server) await endProcess(server.child, 'SIGTERM')
  server = null
  removeFolders()
})

const script = fileURLToPath(new URL('../main.ts', import.meta.url))
const nodeInput = {
  name: 'Tokyo',
  host: 'tokyo.example.com',
  port: '443',
  server_port: 8443,
  rate: 100,
  tags: [],
  state: 'enabled',
  group_ids: [],
  settings: emptySettings('trojan'),
}
const password = OPERATOR.ADMIN_PASSWORD
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** As a node's software: one report after another, never tried again. */
async function pushUntil(base: string, node: { id: number; secret: string }, isOver: () => boolean): Promise<(number | string)[]> {
  const answers: (number | string)[] = []
  const query = new URLSearchParams({ token: node.secret, node_id: String(node.id), node_type: 'trojan' })
  while (!isOver()) {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const push = fetch(`${base}/api/v1/server/UniProxy/push?${query}`, { method: 'POST', headers, body: '{}' })
    answers.push(
      await push.then(
        ({ status }) => status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
      ),
    )
    await pause(PUSH_EVERY_MS)
  }
  return answers
}
/** The environment of the process that serves for this one, on Linux. */
function successorOf(pid: number): string {
  const of = globSync('/proc/[0-9]*').find(
    (path) => new RegExp(`\\) \\w ${pid} `).test(textOf(`${path}/stat`)) && textOf(`${path}/cmdline`).includes(script),
  )
  return of === undefined ? '' : textOf(`${of}/environ`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
/** The nodes of a thousand push about this often together. */
const PUSH_EVERY_MS = 20

test('two restarts refuse no report, keep the process number, the port and the database, and the stop is clean', async () => {
  const dataDir = await usedFolder()
  server = await begin({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'info' }).ready
  const { base, output, child } = server
  const anyone = caller(base)
  const { body } = await anyone('POST', '/muser/auth/login', { email: OPERATOR.ADMIN_EMAIL, password })
  const call = withToken(anyone, body.x_token)
  const made = await call('POST', '/admin/nodes', nodeInput)
  expect(made.status).toBe(200)
  let isOver = false
  const pushed = pushUntil(base, { id: made.body.node.id, secret: made.body.secret }, () => isOver)
  for (const round of [1, 2]) {
    const asked = spawnSync(process.execPath, [script, 'restart'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect([asked.stdout, asked.stderr]).toEqual([`Process ${child.pid} starts a new one. It says in its log when that one serves.\n`, ''])
    await expect.poll(() => output().split('a new process serves').length - 1, { timeout: 120_000 * slowness }).toBe(round)
    expect((await call('GET', '/admin/nodes')).body.items).toHaveLength(1)
  }
  expect(successorOf(child.pid ?? 0)).toContain('PORTICO_SUCCESSOR=1')
  expect(successorOf(child.pid ?? 0)).not.toContain(password)
  isOver = true
  const answers = await pushed
  expect(answers.filter((answer) => answer !== 200)).toEqual([])
  expect(answers.length).toBeGreaterThan(20)
  expect(child.exitCode).toBeNull()
  process.stderr.write(`${answers.length} reports during two restarts, none refused\n`)
  expect(await endProcess(child, 'SIGTERM')).toBe(0)
  await expect(fetch(`${base}/healthz`)).rejects.toThrow('fetch failed')
})
