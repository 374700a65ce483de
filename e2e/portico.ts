import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { urlOf } from '@portico/contract/endpoint'
import { endProcess, startReady } from '../apps/server/test/server-process.ts'
import { cloneDatabase, OPERATOR } from './templates.ts'
import { slowness } from '../scripts/slowness.ts'
import { signed } from '../apps/server/test/signed.ts'

export { OPERATOR }

/** A member of the demo. */
export const MEMBER = { email: 'member@example.com', password: 'demo-password' }

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the assertions of each journey
export type Answer = { status: number; body: any; headers: Headers }
export type Portico = {
  base: string
  call: (method: string, path: string, payload?: Record<string, unknown>, token?: string) => Promise<Answer>
  /** The code in the newest mail or SMS to an address: without servers to send with, messages are printed. Waits for it. */
  codeTo: (address: string) => Promise<string>
  /** The rows of a query on its database. */
  query: (sql: string) => Promise<unknown[]>
  /** Runs a job now that would run within the next minute. */
  run: (job: string) => Promise<unknown>
  /** Ends the server as a power cut does. `start` starts it again, at the same address and with its data. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** The real server with the built web app, on a database of its own on the PostgreSQL of all journeys. */
export function startPortico(...args: string[]): Promise<Portico> {
  return startPorticoWith({}, ...args)
}

/** The same with the built-in PostgreSQL of its own. */
export function startWithOwnPostgres(): Promise<Portico> {
  return startPorticoWith({ DATABASE_URL: '' })
}

/** The same with variables of its environment. */
export async function startPorticoWith(env: Record<string, string>, ...args: string[]): Promise<Portico> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  chmodSync(dataDir, 0o755)
  const operator = { ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password }
  const cloned = env['DATABASE_URL'] === undefined ? await cloneDatabase(dataDir, args.includes('--demo')) : null
  // Journeys may come from several networks, as if through a proxy.
  const settings = { DATA_DIR: dataDir, PRINT_MESSAGES: '1', TRUSTED_PROXIES: '127.0.0.1', ...operator, ...cloned?.env, ...env }
  let server = await startReady(settings, ...args)
  const { base } = server
  const query = cloned?.query ?? (() => Promise.reject(new Error('its database is not ours')))
  return {
    base,
    query,
    run: (job) => query(`select graphile_worker.add_job('${job}')`),
    call: (method, path, payload = {}, token = '') => call(base, method, path, payload, token),
    codeTo: (address) => newCode(() => server.output(), address),
    kill: async () => void (await endProcess(server.child, 'SIGKILL')),
    start: async () => void (server = await startReady({ ...settings, PORT: new URL(base).port }, ...args)),
    stop: async () => {
      await endProcess(server.child, 'SIGTERM')
      await cloned?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const read = new Set<string>()

async function newCode(output: () => string, address: string): Promise<string> {
  let found: string | undefined
  const look = (): string => {
    // Each message starts with its address in brackets.
    const texts = output().split(/\n\[(?:email|sms) to /)
    const mine = texts.filter((text) => text.startsWith(`${address}]`)).map((text) => text.slice(address.length))
    found = mine.map((text) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '').findLast(Boolean)
    return found && !read.has(`${address} ${found}`) ? found : ''
  }
  await expect.poll(look, { message: `a code to ${address}`, timeout: 60_000 * slowness }).not.toBe('')
  read.add(`${address} ${found}`)
  return found ?? ''
}

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

async function call(base: string, method: string, path: string, payload: Record<string, unknown>, token: string): Promise<Answer> {
  const isGet = method === 'GET'
  const query = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]))
  const response = await fetch(`${base}${urlOf(path)}${isGet ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: {
      'content-type': 'application/json',
      // What a member's list of logins names.
      'user-agent': BROWSER,
      ...signed(isGet ? query : payload),
      ...(token ? { 'x-token': token } : {}),
      // Each member registers from a network of their own: one network has a limit.
      ...(path === '/muser/auth/register' ? { 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` } : {}),
    },
    ...(isGet ? {} : { body: JSON.stringify(payload) }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
