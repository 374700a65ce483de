import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { RETRY_S } from '../http/answer.ts'
import type { Front } from '../http/server.ts'
import { createRuleFiles } from './read-rule-file.ts'
import { ruleListMemory } from './rule-list-memory.ts'

const PREFIX = '/rules/'

/** Answers `/rules/…`: lists that profiles refer to, for anybody, so that members need no other host. */
export function ruleListFront(app: App): Front {
  const read = createRuleFiles(ruleListMemory(app))
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (!path.startsWith(PREFIX) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    read(path.slice(PREFIX.length))
      .then((file) => {
        if (!file) return response.writeHead(404, { 'cache-control': 'no-store' }).end()
        const head = { etag: file.tag, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' }
        if (request.headers['if-none-match'] === file.tag) return response.writeHead(304, head).end()
        const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding']))
        const body = zipped ? file.gzipped : file.body
        response.writeHead(200, {
          ...head,
          'content-type': file.type,
          'content-length': body.length,
          'x-content-type-options': 'nosniff',
          ...(zipped && { 'content-encoding': 'gzip' }),
        })
        return response.end(request.method === 'HEAD' ? undefined : body)
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'a rule list could not be answered')
        unavailable(response)
      })
    return true
  }
}

function unavailable(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(503, { 'cache-control': 'no-store', 'retry-after': String(RETRY_S) })
  response.end()
}
