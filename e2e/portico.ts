import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sign } from '@portico/contract/signature'

export const OPERATOR = { email: 'operator@example.com', password: 'operator password' }
const script = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the assertions of each journey
export type Answer = { status: number; body: any; headers: Headers }
export type Portico = {
  base: string
  call: (method: string, path: string, payload?: Record<string, unknown>, token?: string) => Promise<Answer>
  stop: () => Promise<void>
}

/** The real server on a database of its own, with the web app as it was built. */
export async function startPortico(...args: string[]): Promise<Portico> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  chmodSync(dataDir, 0o755)
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: OPERATOR.email,
    ADMIN_PASSWORD: OPERATOR.password,
    SKIP_WEB_BUILD: '1',
  }
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const base = await ready(child)
  return {
    base,
    call: (method, path, payload = {}, token = '') => call(base, method, path, payload, token),
    stop: async () => {
      await new Promise((done) => {
        child.once('exit', done)
        child.kill('SIGTERM')
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((done, failed) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /Portico is ready at (http:\S+)/.exec(output)
      if (found?.[1]) done(found[1])
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', () => failed(new Error(`the server did not start:\n${output}`)))
  })
}

async function call(base: string, method: string, path: string, payload: Record<string, unknown>, token: string): Promise<Answer> {
  const isGet = method === 'GET'
  const query = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]))
  const [secret, timestamp] = [randomBytes(16).toString('hex'), String(Date.now())]
  const response = await fetch(`${base}/api/v1${path}${isGet ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-secret': secret,
      'x-timestamp': timestamp,
      'x-sign': sign(isGet ? query : payload, secret, timestamp),
      ...(token ? { 'x-token': token } : {}),
    },
    ...(isGet ? {} : { body: JSON.stringify(payload) }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
