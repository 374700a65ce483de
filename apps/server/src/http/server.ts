import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Router } from './router.ts'

/** A hot path, handled before the router. Returns false when the request is not its own. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

export function createHttpServer(router: Router, fronts: Front[]): Server {
  const listener = getRequestListener(router.fetch)
  // Some clients offer HTTP/2 with every request. We decline and answer over HTTP/1.1.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer({ shouldUpgradeCallback }, (request, response) => {
    for (const front of fronts) if (front(request, response)) return
    void listener(request, response)
  })
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 65_000
  return server
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
