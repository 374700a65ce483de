import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { allowPrivate } from '../../src/outgoing/private-addresses.ts'
import { listening } from '../listening.ts'

export type Asked = { method: string; path: string; search: string; query: URLSearchParams; headers: IncomingHttpHeaders; raw: string }
export type Reply = { status?: number; headers?: Record<string, string>; body: string | Buffer }
export type Heard = { status: number; body: string }
export type Sent = { headers: Record<string, string>; body: string }

type Answering = (asked: Asked) => Reply | 'cut' | Promise<Reply | 'cut'>

/** A gateway's server, which this process may call. While `state.down` is set it answers 503 to everything. */
export async function listen(answer: Answering, port = 0) {
  const state = { down: false }
  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://gateway')
    const search = request.url?.split('?')[1] ?? ''
    void text(request)
      .then((raw) => {
        if (state.down) return { status: 503, body: 'out of order' }
        return answer({ method: request.method ?? '', path, search, query, headers: request.headers, raw })
      })
      .catch((error: unknown): Reply => ({ status: 500, body: String(error) }))
      .then((reply) => {
        if (reply === 'cut') response.destroy()
        else response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
      })
  })
  const { host, url, stop } = await listening(server, port)
  allowPrivate([host])
  return { state, url, stop }
}

export function json(body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body) }
}

/** A page of the gateway, for the payer. */
export function page(body: string, status = 200): Reply {
  const html = `<!doctype html><html lang="en"><title>Test gateway</title><body><h1>Test gateway</h1>${body}</body></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
}

export async function post(url: string, { headers, body }: Sent): Promise<Heard> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.text()).trim() }
}
