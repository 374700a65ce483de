import { errorStatus } from '@portico/contract/errors'
import { isConsole } from '@portico/contract/access'
import { type AnyEndpoint, urlOf } from '@portico/contract/endpoint'
import { StoredSettings } from '@portico/contract/nodes-admin'
import { ProtocolSettings } from '@portico/contract/protocols'
import * as z from 'zod/mini'
import { boundEndpoints, isWrite, type Router } from './router.ts'

type Json = Record<string, unknown>

/** `/api/openapi.json` and a page to read it, both made from the endpoints that are bound. */
export function openapiRoutes(router: Router): void {
  // Made on the first request: by then every endpoint is bound.
  let json: Json | undefined
  let page: string | undefined
  router.get('/api/openapi.json', (c) => c.json((json ??= document())))
  router.get('/api/docs', (c) =>
    c.html((page ??= referencePage()), 200, {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    }),
  )
}

function document(): Json {
  const paths: Record<string, Json> = {}
  for (const e of boundEndpoints) (paths[openPath(e)] ??= {})[e.method.toLowerCase()] = operation(e)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description:
        'Requests are signed with X-Timestamp, X-Secret and X-Sign; sessions travel in X-Token. A body has 64 KB and 1,000 fields at most, unless it carries a file or a long text. Of a multipart body, only the query is signed. A write that may be repeated carries an Idempotency-Key: a repeat within 48 hours gets the first answer, with Idempotency-Replayed; the same key with another request is a 422, and a 409 while the first one runs.',
    },
    paths,
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'X-Token' } } },
  }
}

function operation(e: AnyEndpoint): Json {
  const parameters = [...fields(e.params, 'path'), ...fields(e.query, 'query'), ...(takesKey(e) ? [KEY] : [])]
  const failure = {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { enum: Object.keys(errorStatus) }, message: { type: 'string' } },
  }
  return {
    summary: e.summary,
    tags: [tagOf(e.access)],
    operationId: `${e.method.toLowerCase()}${e.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    ...(e.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(e),
    responses: {
      200: { description: 'Done', content: contentOf(e) },
      default: { description: 'Failed', content: { 'application/json': { schema: failure } } },
    },
  }
}

/** Any key of a signed-in caller's write. */
const KEY: Json = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', pattern: '^[!-~]{1,200}$' } }
const takesKey = (e: AnyEndpoint): boolean => isWrite(e) && e.upload !== true && e.access !== 'public'

function contentOf(e: AnyEndpoint): Json {
  if (e.download) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: schema(e.response, 'output') } }
}

function bodyOf(e: AnyEndpoint): Json {
  const file = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
  if (e.upload) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  return e.body ? { requestBody: { required: true, content: { 'application/json': { schema: schema(e.body, 'input') } } } } : {}
}

function fields(object: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!object) return []
  const { properties = {}, required = [] } = schema(object, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

/** JSON schema of a type, as input or output. */
export function schema(type: z.ZodMiniType, io: 'input' | 'output'): Json {
  const override = ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: Json }): void => {
    if (zodSchema === StoredSettings) Object.assign(jsonSchema, schema(ProtocolSettings, io))
  }
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', override })
  return rest
}

type Tag = 'public' | 'member' | 'console'
const tagOf = (access: AnyEndpoint['access']): Tag => (isConsole(access) ? 'console' : access)

const openPath = (e: AnyEndpoint): string => urlOf(e.path).replace(/:(\w+)/g, '{$1}')

function referencePage(): string {
  const section = (tag: Tag, title: string): string => {
    const rows = boundEndpoints.filter((e) => tagOf(e.access) === tag).map(describe)
    return `<h2>${title}</h2>${rows.join('')}`
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}details{border:1px solid #ddd;border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer}code{font-weight:600}pre{overflow:auto;background:#f6f8fa;padding:.6rem;border-radius:6px}.m{display:inline-block;min-width:4rem;color:#0b62c4}</style>
<h1>API reference</h1><p>JSON both ways. Requests carry <code>X-Timestamp</code>, <code>X-Secret</code> and <code>X-Sign</code>; a session travels in <code>X-Token</code>.
A write with an <code>Idempotency-Key</code> is done once: a repeat within 48 hours gets the first answer.
Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>${section('public', 'Public')}${section('member', 'Member')}${section('console', 'Console')}</html>`
}

function describe(e: AnyEndpoint): string {
  const part = (title: string, type: z.ZodMiniType | undefined, io: 'input' | 'output'): string =>
    type ? `<h4>${title}</h4><pre>${escape(JSON.stringify(schema(type, io), null, 2))}</pre>` : ''
  const upload = e.upload ? '<h4>Body</h4><p>multipart/form-data with one <code>file</code></p>' : ''
  const parts =
    part('Path', e.params, 'input') +
    part('Query', e.query, 'input') +
    part('Body', e.body, 'input') +
    upload +
    part('Answer', e.response, 'output')
  return `<details><summary><span class="m">${e.method}</span> <code>${escape(openPath(e))}</code> ${escape(e.summary)}</summary>${parts}</details>`
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)
}
