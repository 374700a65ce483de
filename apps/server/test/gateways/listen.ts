import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowPrivate } from '../../src/outgoing/private-addresses.ts'

export type Asked = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; raw: string }
export type Reply = { status?: number; headers?: Record<string, string>; body: string }
/** The merchant's answer to a notification. */
export type Heard = { status: number; body: string }
/** The bytes sent to the merchant. */
export type Sent = { headers: Record<string, string>; body: string }

/** A gateway's server, which this process may call. While `state.down` is set it answers 503 to everything. */
export async function listen(answer: (asked: Asked) => Reply | Promise<Reply>, port = 0) {
  const state = { down: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://gateway')
      const asked = { method: request.method ?? '', path, query, headers: request.headers, raw: Buffer.concat(chunks).toString() }
      void Promise.resolve()
        .then(() => (state.down ? { status: 503, body: 'out of order' } : answer(asked)))
        .catch((error: unknown) => ({ status: 500, headers: {}, body: String(error) }))
        .then((reply: Reply) => {
          response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
        })
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  allowPrivate([place])
  return {
    state,
    url: `http://${place}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export function json(body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body) }
}

/** Notifies a merchant by POST. */
export async function post(url: string, { headers, body }: Sent): Promise<Heard> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.text()).trim() }
}
