import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { addressPrefix } from '../http/client-address.ts'
import type { Front } from '../http/server.ts'
import { type NodeAnswer, nodeCalls, refusal } from './uniproxy.ts'

const PREFIX = '/api/v1/server/UniProxy/'
const MAX_BODY = 8 * 1024 * 1024

/** Answers node software ahead of the router: every node calls several times a minute, mostly to hear that nothing changed. */
export function nodeFront(app: App): Front {
  const call = nodeCalls(app, addressPrefix)

  async function answer(request: IncomingMessage, url: string): Promise<NodeAnswer> {
    const mark = url.indexOf('?')
    return call({
      method: request.method ?? '',
      action: url.slice(PREFIX.length, mark < 0 ? undefined : mark),
      query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
      headers: request.headers,
      body: () => readAll(request),
      network: addressPrefix(app.addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString())),
    })
  }

  return (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(PREFIX)) return false
    answer(request, url).then(
      (answered) => send(response, answered),
      (error: unknown) => send(response, failure(app, error)),
    )
    return true
  }
}

/** Only our own errors say anything; `message` is what node software writes into its log. */
function failure(app: App, error: unknown): NodeAnswer {
  if (error instanceof AppError && error.code === 'limit.exceeded') return refusal(429, 'Too many wrong secrets from this network.')
  if (error instanceof AppError && error.code === 'request.too_large') return refusal(413, 'The body is larger than 8 MB.')
  app.log.error({ err: error }, "a node's call failed")
  return refusal(500, 'Something went wrong on our side. It has been noted.')
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw new AppError('request.too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new AppError('request.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, headers, body }: NodeAnswer): void {
  if (response.headersSent || response.destroyed) return
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length, 'cache-control': 'no-store' })
  response.end(body)
}
