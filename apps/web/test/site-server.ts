import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A server for the calls of a test file. Returns the `fetch` that reaches it. */
export async function siteServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  const realFetch = globalThis.fetch
  return (url: string, init?: RequestInit) => realFetch(`http://127.0.0.1:${port}${url}`, init)
}
