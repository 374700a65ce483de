import type { IncomingMessage, ServerResponse } from 'node:http'
import { orderEvents } from '@portico/contract/orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { siteServer } from '../../test/site-server.ts'

let answer: (response: ServerResponse, request: IncomingMessage) => void
const reach = await siteServer((request, response) => answer(response, request))

let cookies: Map<string, string>
beforeEach(() => {
  vi.resetModules()
  ;({ cookies } = fakeBrowser('/user/orders'))
  cookies.set('AdminToken', 'given')
  vi.stubGlobal('fetch', reach)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function read(left = new AbortController().signal): Promise<string[]> {
  const { ownEvents } = await import('./own-events.ts')
  const seen: string[] = []
  for await (const { status } of ownEvents(orderEvents, { query: { trade_no: 'ORDER1' } }, left)) seen.push(status)
  return seen
}
const event = (status: string): string => `data: ${JSON.stringify({ trade_no: 'ORDER1', status })}\n\n`

test('events are read one by one, however the stream is split, and comments are skipped', async () => {
  let token: unknown
  answer = (response, request) => {
    token = request.headers['x-token']
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-token': 'renewed' })
    const text = `${event('pending')}:\n\n${event('processing')}${event('completed')}`
    response.write(text.slice(0, 25))
    setTimeout(() => response.end(text.slice(25)), 20)
  }
  expect(await read()).toEqual(['pending', 'processing', 'completed'])
  expect([token, cookies.get('AdminToken')]).toEqual(['given', 'renewed'])
})

test('a stream that is refused or never starts throws', async () => {
  answer = (response) => response.writeHead(429).end('{}')
  await expect(read()).rejects.toMatchObject({ status: 429 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = new Promise<void>((done) => {
    answer = () => done()
  })
  const silent = read().catch((error: unknown) => error)
  await asked
  await vi.advanceTimersByTimeAsync(6001)
  expect(await silent).toMatchObject({ name: 'AbortError' })
})

test('leaving ends the stream', async () => {
  const left = new AbortController()
  const closed = new Promise<void>((done) => {
    answer = (response, request) => {
      request.on('close', done)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event('pending'))
      setTimeout(() => left.abort(), 20)
    }
  })
  await expect(read(left.signal)).rejects.toThrow(/abort/i)
  await closed
})
