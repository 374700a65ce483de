import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type AnyEndpoint, urlOf } from '@portico/contract/endpoint'
import { schema } from '../apps/server/src/http/openapi.ts'
import { fileForm, gradient } from '../apps/server/test/pictures.ts'
import type { Schema } from '../apps/server/test/fuzz/contract-values.ts'
import { signed } from '../apps/server/test/signed.ts'

// Runs in a thread of its own, so that making the bodies delays nobody who measures.

/** Texts from here on are long. */
const LONG_BYTES = 4000

const calls = await largestCalls()
// What `timeBodies` gives.
const { port, session } = workerData as { port: number; session: string }
// Not to a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(calls.map(({ endpoint: { path } }) => path))
for (const call of calls) void again(call)

async function again(call: Call): Promise<never> {
  // A file that is refused before it was read ends its connection.
  for (;;) await send(call).catch((error: unknown) => (call.endpoint.upload ? null : Promise.reject(error)))
}

async function send({ endpoint: { method, path, upload }, file, body }: Call): Promise<void> {
  const headers = { 'x-token': session, ...signed(upload ? {} : body) }
  const payload = upload
    ? { headers, body: fileForm(file) }
    : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}${urlOf(path).replace(/:\w+/g, '1')}`, { method, ...payload })
  await answer.arrayBuffer()
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
