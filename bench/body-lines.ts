import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AnyEndpoint, urlOf } from '@portico/contract/endpoint'
import type pg from 'pg'
import { schema } from '../apps/server/src/http/openapi.ts'
import { fileForm, gradient } from '../apps/server/test/pictures.ts'
import type { Schema } from '../apps/server/test/fuzz/contract-values.ts'
import { seedSessions } from './limit-lines.ts'
import { atRate, get } from './load.ts'
import { type Line, signed, startCallServer } from './measure.ts'
import { tokensOf } from './seed.ts'

/** Texts from here on are long. */
const LONG_BYTES = 4000
const [RATE, SECONDS, AVATARS] = [50, 10, 5]
/** Of an answer while somebody sends all they may, and of an avatar of somebody else. */
const [LEAST_MS, TIMES_QUIET, AVATAR_MS] = [50, 3, 3000]

/** One member sends the largest files and longest texts to every endpoint that takes them; others do not notice. */
export async function timeBodies(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seedSessions(client)
  const [token = ''] = await tokensOf(client)
  const files = (process.env['DATA_DIR'] = mkdtempSync(join(tmpdir(), 'portico-files-')))
  const server = await startCallServer(databaseUrl, true)
  delete process.env['DATA_DIR']
  const targets = [
    ['health check', '/healthz'],
    ['feed', `/s/${token}?flag=sing-box`],
  ].map(([name = '', path = '']) => ({ name, target: { port: server.port, next: () => get(path), status: 200 } }))
  const steady = { connections: 4, seconds: SECONDS }
  const quiet = [await atRate(targets[0]!.target, RATE, steady), await atRate(targets[1]!.target, RATE, steady)]

  const sent = await largestCalls()
  console.log(`files and long texts: ${sent.map(({ endpoint: { path } }) => path).join(', ')}`)
  const send = async (call: Call, session: string): Promise<number> => {
    const { method, path } = call.endpoint
    const headers = { 'x-token': session, ...signed(call.endpoint.upload ? {} : call.body) }
    const payload = call.endpoint.upload
      ? { headers, body: fileForm(call.file) }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(call.body) }
    const answer = await fetch(`http://127.0.0.1:${server.port}${urlOf(path).replace(/:\w+/g, '1')}`, { method, ...payload })
    await answer.arrayBuffer()
    return answer.status
  }
  const stopped = new AbortController()
  const load = sent.map(async (call) => {
    while (!stopped.signal.aborted) await send(call, 'bench1')
  })
  const loaded = [await atRate(targets[0]!.target, RATE, steady), await atRate(targets[1]!.target, RATE, steady)]
  const avatar = sent.find(({ endpoint: { path } }) => path.endsWith('/avatar'))
  let [slowest, failures] = [0, avatar ? 0 : 1]
  if (avatar) {
    for (let i = 0; i < AVATARS; i++) {
      const from = performance.now()
      if ((await send(avatar, `bench${i + 2}`)) !== 200) failures++
      slowest = Math.max(slowest, performance.now() - from)
    }
  }
  stopped.abort()
  await Promise.all(load)
  await server.stop()
  rmSync(files, { recursive: true, force: true })

  const name = (what: string): string => `while a member sends all they may: ${what}`
  const lines = targets.map(({ name: what }, i): Line => {
    const [ours, bar] = [loaded[i]!.p99, Math.max(TIMES_QUIET * quiet[i]!.p99, LEAST_MS)]
    return {
      name: name(`${what}, p99`),
      ours,
      floor: quiet[i]!.p99,
      ratio: ours / bar,
      bar: 1,
      atMost: true,
      unit: 'ms',
      failures: loaded[i]!.failures,
    }
  })
  return [
    ...lines,
    { name: name("another's avatar"), ours: slowest, floor: null, ratio: slowest, bar: AVATAR_MS, atMost: true, unit: 'ms', failures },
  ]
}

type Call = { endpoint: AnyEndpoint; file: Buffer; body: Record<string, unknown> }

/** From the contract: what a member may call with a file, or with a long text. */
async function largestCalls(): Promise<Call[]> {
  const modules = globSync(resolve(import.meta.dirname, '../packages/contract/src/*.ts')).filter((path) => !path.endsWith('.test.ts'))
  const exported = (await Promise.all(modules.map((path) => import(path)))).flatMap((found) => Object.values(found))
  const endpoints = exported.filter(isEndpoint).filter(({ access }) => access === 'member' || access === 'public')
  const picture = await gradient(3000, 2000).png({ compressionLevel: 1 }).toBuffer()
  return endpoints.flatMap((endpoint) => {
    if (endpoint.upload) return [{ endpoint, file: picture.length <= (endpoint.maxBytes ?? 0) ? picture : Buffer.alloc(1), body: {} }]
    if (!endpoint.body) return []
    // A text without a limit of its own has that of its body.
    const unbounded = Math.floor((endpoint.maxBytes ?? 28) / 2)
    const body = longest(schema(endpoint.body, 'input'), unbounded)
    const isLong = JSON.stringify(body).length >= LONG_BYTES && typeof body === 'object' && !Array.isArray(body)
    return isLong ? [{ endpoint, file: Buffer.alloc(0), body: body as Record<string, unknown> }] : []
  })
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value
}

/** A value as long as the contract allows. Where a pattern or format refuses it, it is refused at its full length. */
function longest(schema: Schema, unbounded: number): unknown {
  const either = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (either) return longest(either, unbounded)
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0]
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, longest(inner, unbounded)]))
  if (schema.items) return Array.from({ length: Math.min(schema.maxItems ?? 1, 500) }, () => longest(schema.items ?? {}, unbounded))
  if (schema.type === 'string') {
    const length = schema.maxLength ?? unbounded
    return 'A plain text. '.repeat(Math.ceil(length / 14)).slice(0, length)
  }
  return schema.type === 'boolean' ? false : (schema.minimum ?? 1)
}
