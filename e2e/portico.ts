import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@portico/contract/signature'
import { endProcess, startReady } from '../apps/server/test/server-process.ts'

export const OPERATOR = { email: 'operator@example.com', password: 'operator password' }

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the assertions of each journey
export type Answer = { status: number; body: any; headers: Headers }
export type Portico = {
  base: string
  call: (method: string, path: string, payload?: Record<string, unknown>, token?: string) => Promise<Answer>
  stop: () => Promise<void>
}

/** The real server on its own database, with the built web app. */
export async function startPortico(...args: string[]): Promise<Portico> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  chmodSync(dataDir, 0o755)
  const operator = { ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password }
  const { child, base } = await startReady({ DATA_DIR: dataDir, ...operator }, ...args)
  return {
    base,
    call: (method, path, payload = {}, token = '') => call(base, method, path, payload, token),
    stop: async () => {
      await endProcess(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
