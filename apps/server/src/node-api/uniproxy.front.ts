import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { isAway, untilBack } from '../db/pool/away.ts'
import { AppError } from '../errors.ts'
import { retryAfter } from '../http/answer.ts'
import { addressPrefix } from '../http/client-address.ts'
import type { Front } from '../http/server.ts'
import { siteOrigin } from '../settings/settings.ts'
import { exactReport } from './exact-report.ts'
import { nodeActions } from './node-actions.ts'
import { type NodeAnswer, type NodeRequest, refusal } from './node-answers.ts'
import { nodeSockets, SOCKET_PATH } from './node-sockets.ts'
import { withProof } from './body-proof.ts'
import { notedBy } from './note-refusal.ts'
import { prover } from './prove-node.ts'
import { replaySpool } from './replay-spool.ts'
import { serverV2 } from './server-v2.ts'
import { uniproxyCalls } from './uniproxy.ts'
import { nodeData } from './node-data.ts'
import { pushSpool } from './push-spool.ts'

const MAX_BODY = 8 * 1024 * 1024
const HOLD = { pauseMs: 500, longestMs: 25_000 }

/** Answers node software before the router: every node calls several times a minute, mostly to learn that nothing changed. */
export function nodeFront(app: App): Front {
  const prove = prover(app)
  const noted = notedBy(app)
  const nodeView = nodeData(app)
  const actions = nodeActions(app, nodeView, addressPrefix)
  const wsUrl = (): string => `${siteOrigin(app.settings(), app.config).replace(/^http/, 'ws')}${SOCKET_PATH}`
  const forms: [prefix: string, call: (request: NodeRequest) => Promise<NodeAnswer>][] = [
    ['/api/v1/server/UniProxy/', uniproxyCalls(actions, prove, noted)],
    ['/api/v1/server/v3/', exactReport(app, prove, noted, addressPrefix)],
    ['/api/v2/server/', serverV2(app, { nodeView, actions, prove, noted, networkOf: addressPrefix, wsUrl })],
  ]

  return (request, response) => {
    const url = request.url ?? ''
    const form = forms.find(([prefix]) => url.startsWith(prefix))
    if (!form) return false
    const [prefix, call] = form
    const mark = url.indexOf('?')
    const asked: NodeRequest = {
      method: request.method ?? '',
      action: url.slice(prefix.length, mark < 0 ? undefined : mark),
      query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
      headers: request.headers,
      body: once((most = MAX_BODY) => readAll(request, most)),
      ownKey: ` ${randomUUID()}`,
      receivedAt: app.now(),
      address: addressOfCaller(app, request),
      network: addressPrefix(addressOfCaller(app, request)),
    }
    const work = async (): Promise<NodeAnswer> => call(await withProof(asked))
    // A push that finds no room anywhere is held, and then gets no answer: then the software sends it again.
    const answer = isPush(asked) ? untilBack(work, HOLD) : work()
    answer.then(
      (answered) => send(response, answered),
      (error: unknown) => {
        if (isPush(asked) && isAway(error)) request.socket.destroy()
        else send(response, failure(app, error))
      },
    )
    return true
  }
}

/** Lets nodes stay connected and get changes at once, and stores what waits in the spool. `close` ends both. */
export function attachNodeSockets(server: Server, app: App): { close: () => void } {
  const given = { prove: prover(app), networkOf: addressPrefix, address: (request: IncomingMessage) => addressOfCaller(app, request) }
  const sockets = nodeSockets(server, app, given)
  const spool = replaySpool(app, pushSpool(app))
  return { close: () => (spool.close(), sockets.close()) }
}

function addressOfCaller(app: App, request: IncomingMessage): string {
  return app.addressOf(request.socket.remoteAddress, (name) => request.headers[name]?.toString())
}

function isPush({ method, action }: NodeRequest): boolean {
  return method === 'POST' && (action === 'push' || action === 'report')
}

/** The body is read once, however often it is asked for. */
function once(read: (most?: number) => Promise<Buffer>): (most?: number) => Promise<Buffer> {
  let body: Promise<Buffer> | null = null
  return (most) => (body ??= read(most))
}

/** Only our own errors say anything; `message` ends up in the log of the node software. */
function failure(app: App, error: unknown): NodeAnswer {
  if (error instanceof AppError && error.code === 'limit.exceeded') {
    const answer = refusal(429, 'Too many wrong secrets from this network.')
    return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter(error)) } }
  }
  if (error instanceof AppError && error.code === 'request.too_large') return refusal(413, 'The body is too large.')
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    app.log.info('a node disconnected during its call')
    return refusal(400, 'The body is not whole.')
  }
  if (isAway(error)) return { ...refusal(503, 'The database is away. Please try again in a moment.'), headers: { 'retry-after': '5' } }
  app.log.error({ err: error }, "a node's call failed")
  return refusal(500, "Something went wrong on our side. We've logged the problem.")
}

async function readAll(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw new AppError('request.too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new AppError('request.too_large')
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
