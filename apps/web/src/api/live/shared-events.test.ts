import type { ServerResponse } from 'node:http'
import { followMessages } from '@portico/contract/message-centre'
import { orderEvents } from '@portico/contract/orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'
import { siteServer } from '../../../test/site-server.ts'

type Open = { response: ServerResponse; streams: string[] }
const open = new Set<Open>()
let opened = 0
let refuses = false
const reach = await siteServer((request, response) => {
  opened++
  if (refuses) return response.writeHead(429).end('{}')
  const streams: string[] = JSON.parse(new URL(request.url ?? '', 'http://x').searchParams.get('streams') ?? '[]')
  const one = { response, streams }
  open.add(one)
  response.on('close', () => open.delete(one))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const stream of streams) send(stream, { unread: 1, version: 'first' }, one)
  return response
})
function send(stream: string, event: unknown, to?: Open): void {
  const data = { stream, event, status: event === null ? 200 : null }
  for (const { response, streams } of to ? [to] : open) if (streams.includes(stream)) response.write(`data: ${JSON.stringify(data)}\n\n`)
}

const realLocks = globalThis.navigator.locks
let tabs: { left: AbortController; over: Promise<string>; seen: unknown[] }[]
beforeEach(() => {
  const { cookies } = fakeBrowser('/dashboard')
  cookies.set('AdminToken', 'given')
  Object.assign(navigator, { locks: realLocks })
  vi.stubGlobal('fetch', reach)
  tabs = []
  opened = 0
  refuses = false
})
afterEach(async () => {
  for (const { left } of tabs) left.abort()
  await Promise.all(tabs.map(({ over }) => over))
  await vi.waitUntil(() => open.size === 0)
  vi.unstubAllGlobals()
})

/** Opens a tab: the app's files anew, in the same browser. */
async function tab() {
  vi.resetModules()
  const { events } = await import('../events.ts')
  return (order?: string) => {
    const left = new AbortController()
    const seen: unknown[] = []
    const read = async (): Promise<string> => {
      const stream = order ? events(orderEvents, { query: { trade_no: order } }, left.signal) : events(followMessages, {}, left.signal)
      try {
        for await (const event of stream) seen.push(event)
        return 'ended'
      } catch (error) {
        return `failed ${(error as { status?: number }).status ?? ''}`
      }
    }
    const one = { left, over: read(), seen }
    tabs.push(one)
    return one
  }
}
const first = { unread: 1, version: 'first' }

test('ten tabs of one browser have one connection, whatever they follow, and all hear the same', async () => {
  for (let n = 0; n < 10; n++) {
    const follow = await tab()
    follow()
    if (n % 3 === 0) follow('ORDER1')
  }
  for (const { seen } of tabs) await expect.poll(() => seen.at(-1)).toEqual(first)
  await expect.poll(() => open.size).toBe(1)
  expect(opened).toBeLessThanOrEqual(3)
  send('/muser/messages/live', { unread: 2, version: 'second' })
  await expect.poll(() => tabs.filter(({ seen }) => JSON.stringify(seen.at(-1)).includes('second')).length).toBe(10)
  expect(open.size).toBe(1)
})

test('a tab that leads and closes is replaced; who comes later starts with what is known; the last one ends the connection', async () => {
  const one = (await tab())()
  await expect.poll(() => one.seen).toEqual([first])
  const two = (await tab())()
  await expect.poll(() => two.seen).toEqual([first])
  one.left.abort()
  await one.over
  await expect.poll(() => two.seen.length).toBe(2)
  const three = (await tab())()
  await expect.poll(() => three.seen).toEqual([first])
  expect([opened, open.size]).toEqual([2, 1])
  for (const { left } of [two, three]) left.abort()
  await expect.poll(() => open.size).toBe(0)
})

test('two parts of a tab that follow the same thing hear the same; a stream that ends, ends for all', async () => {
  const follow = await tab()
  const one = follow('ORDER1')
  await expect.poll(() => one.seen).toEqual([first])
  const two = follow('ORDER1')
  await expect.poll(() => two.seen).toEqual([first])
  send('/muser/order/events?trade_no=ORDER1', null)
  expect(await Promise.all([one.over, two.over])).toEqual(['ended', 'ended'])
})

test('a connection that is refused fails for every tab, so that each falls back to asking', async () => {
  refuses = true
  const [one, two] = [(await tab())(), (await tab())()]
  expect(await Promise.all([one.over, two.over])).toEqual(['failed 429', 'failed 429'])
})

test('a tab that leads and falls silent is replaced', async () => {
  // Another tab, frozen while it leads.
  const frozen = realLocks.request('portico.live', () => new Promise(() => {})).catch(() => 'lost')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const one = (await tab())()
  await vi.advanceTimersByTimeAsync(8_100)
  vi.useRealTimers()
  expect(await frozen).toBe('lost')
  await expect.poll(() => opened).toBe(1)
  await expect.poll(() => one.seen).toEqual([first])
})
