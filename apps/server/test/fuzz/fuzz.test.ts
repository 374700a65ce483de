import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { fillDemo } from '../../src/demo/fill-demo.ts'
import { type Answer, caller, type Member, PASSWORD, SETTINGS_KEY, startApp, withToken } from '../harness.ts'
import { endProcess, startReady } from '../server-process.ts'
import { type Called, createMemory, type Document, endpointsOf, makeCall } from './contract-calls.ts'
import { pick, randomFrom } from './contract-values.ts'
import { slowness } from '../../../../scripts/slowness.ts'

/** `npm run test:fuzz` makes twenty thousand calls; a number of its own repeats a run. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 400)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const isFull = CALLS >= 20_000
const AT_ONCE = 4
/** Calls of each endpoint before the memory is measured. */
const WARM = 5

afterAll(async () => {
  await endProcess(server.child, 'SIGTERM')
  await t.stop()
})

const random = randomFrom(SEED)
const memory = createMemory(random)
const rssMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024

const people: Record<'member' | 'console', Member[]> = { member: [], console: [] }

/** A member or operator; now and then a new one, since calls change passwords, ban and sign out. */
async function someone(who: 'member' | 'console'): Promise<Member> {
  const held = people[who]
  if (held.length < 5) held.push(await (who === 'member' ? t.member() : t.admin()))
  return pick(random, held)
}

function forget(one: Member): void {
  for (const held of Object.values(people)) if (held.includes(one)) held.splice(held.indexOf(one), 1)
}

type Outcome = { endpoint: Called; status: number; code: unknown; ms: number; sent: string }

async function callOnce(endpoint: Called): Promise<Outcome> {
  const one = endpoint.who === 'public' ? null : await someone(endpoint.who)
  const anyone = caller(server.base, () => t.app.now())
  const call = one ? withToken(anyone, one.token) : anyone
  const { method, path: whole, payload } = makeCall(endpoint, random, memory)
  // The caller puts this in front.
  const path = whole.replace(/^\/api\/v1/, '')
  const headers = { 'x-forwarded-for': `203.0.113.${Math.floor(random() * 250)}` }
  const began = performance.now()
  let answer: Answer = await call(method, path, payload, headers)
  const ms = performance.now() - began
  if (answer.body.code === 'session.confirm_needed') {
    await call('POST', '/muser/auth/confirm', { password: PASSWORD }, headers)
    answer = await call(method, path, payload, headers)
  }
  if (answer.status === 403 && one) forget(one)
  if (answer.status === 200) memory.note(endpoint.path, answer.body)
  // A setting may close the site or ask operators for what they do not have.
  if (answer.status === 200 && /settings/.test(path) && method !== 'GET') await resetSettings()
  const sent = `${method} ${path} ${payload instanceof FormData ? 'a file' : JSON.stringify(payload)}`
  return { endpoint, status: answer.status, code: answer.body.code, ms, sent }
}

async function resetSettings(): Promise<void> {
  await t.database.pool.query('delete from settings')
  await t.database.pool.query(`select pg_notify('portico_changed', 'settings')`)
}

const nameOf = ({ method, path }: Called): string => `${method} ${path}`

// This process makes accounts; the real server on the same database is called, so that its memory can be measured.
const t = await startApp()
// The demo belongs to the first operator.
await t.admin()
await fillDemo(t.app)
const env = {
  DATABASE_URL: t.database.url,
  DATABASE_DIRECT_URL: t.ownerUrl,
  SETTINGS_KEY,
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '127.0.0.1',
  // As `npm start` has them. Without, freed memory stays with the process.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=16',
}
const server = await startReady(env)

test(
  `${CALLS} calls made from the contract: no failure of the server, nothing slow, and the memory comes back`,
  async () => {
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Document
    const endpoints = endpointsOf(document)
    const each = Math.max(isFull ? 50 : 1, Math.ceil(CALLS / endpoints.length))
    // Lists first, so that there are things to name.
    const lists = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    for (const endpoint of lists) await callOnce(endpoint)
    const outcomes: Outcome[] = []
    const callEach = async (times: number): Promise<void> => {
      const waiting = Array.from({ length: times }, () => endpoints)
        .flat()
        .map((endpoint) => ({ endpoint, at: random() }))
        .toSorted((a, b) => a.at - b.at)
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) outcomes.push(await callOnce(next.endpoint))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    // Libraries are loaded when first used.
    const first = Math.min(WARM, each)
    await callEach(first)
    const before = rssMb()
    await callEach(each - first)

    const accepted = outcomes.filter(({ status }) => status < 300).length
    const sorted = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    const never = endpoints.filter((endpoint) => !outcomes.some((one) => one.endpoint === endpoint && one.status < 300)).map(nameOf)
    const share = Math.round((accepted / outcomes.length) * 1000) / 10
    process.stderr.write(
      `${outcomes.length} calls of ${endpoints.length} endpoints, ${each} each, seed ${SEED}: ${share} % accepted, ` +
        `median ${median.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms, never accepted: ${never.length}\n`,
    )
    const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
    for (const { ms, endpoint } of slowest) process.stderr.write(`  ${ms.toFixed(0)} ms ${nameOf(endpoint)}\n`)
    if (process.env['FUZZ_LIST']) process.stderr.write(`${never.join('\n')}\n`)
    // The contract's own: the site is closed, or the grammar checker is slow to start.
    const failed = outcomes.filter(({ status, code }) => status >= 500 && !['site.closed', 'grammar.unavailable'].includes(String(code)))
    expect(
      failed.map(({ status, sent }) => `${status} ${sent}`),
      server.output(),
    ).toEqual([])
    expect(share).toBeGreaterThanOrEqual(30)
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
    if (!isFull) return
    // One call in a thousand may be work in bulk, such as an export or all starter articles at once. Clients give up after 15 s. The
    // grammar check may have to start its own process first.
    const barOf = ({ endpoint }: Outcome): number => (endpoint.path.endsWith('/langtool/check') ? 10_000 : 5000)
    const slow = outcomes.filter(({ ms }) => ms > 50 * median)
    const tooSlow = (slow.length > outcomes.length / 1000 ? slow : slow.filter((one) => one.ms > barOf(one))).map(
      ({ ms, sent }) => `${Math.round(ms)} ms ${sent.slice(0, 200)}`,
    )
    await expect.poll(rssMb, { timeout: 120_000 * slowness, interval: 1000 }).toBeLessThan(before * 1.2)
    process.stderr.write(`memory: ${before.toFixed(0)} MB before, ${rssMb().toFixed(0)} MB after\n`)
    expect(tooSlow).toEqual([])
  },
  300_000 + CALLS * 300,
)
