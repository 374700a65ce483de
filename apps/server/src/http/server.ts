import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Router } from './router.ts'

/** A hot path, handled before the router. Returns false when the request is not its own. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

/** Milliseconds for a body to arrive; uploads from slow phones get more. */
const [BODY_MS, UPLOAD_MS] = [60_000, 600_000]

export function createHttpServer(router: Router, fronts: Front[]): Server {
  // Only for HTTP/1.0, which probes of balancers speak and which needs no Host header. Nothing that is sent contains the name.
  const listener = getRequestListener(router.fetch, { hostname: 'localhost' })
  // Some clients offer HTTP/2 with every request. We decline and answer over HTTP/1.1.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer({ shouldUpgradeCallback }, (request, response) => {
    if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) cutSlow(request)
    for (const front of fronts) if (front(request, response)) return
    void listener(request, response)
  })
  server.requestTimeout = UPLOAD_MS
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 65_000
  return server
}

/** Ends a request whose body takes too long to arrive. */
function cutSlow(request: IncomingMessage): void {
  if (request.headers['content-type']?.startsWith('multipart/form-data')) return
  const cut = setTimeout(() => request.complete || request.destroy(), BODY_MS).unref()
  request.once('close', () => clearTimeout(cut))
}

/** Stops accepting, lets running requests finish, and closes what is left after `patienceMs`. */
export function closeServer(server: Server, patienceMs: number): Promise<void> {
  return new Promise((done) => {
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearTimeout(cut)
      done()
    })
    server.closeIdleConnections()
  })
}
