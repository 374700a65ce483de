import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { siteServer } from '../../test/site-server.ts'

/** The streams that are open, and how often somebody asked instead. */
const open = new Set<ServerResponse>()
let asked = 0
let refuses = false
const reach = await siteServer((request, response) => {
  if (request.url?.endsWith('/msg/fetch')) {
    asked++
    return response.end(JSON.stringify({ items: [], total: 7, unread: 7, unread_ids: [] }))
  }
  if (refuses) return response.writeHead(429).end('{}')
  open.add(response)
  response.on('close', () => open.delete(response))
  return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"unread":3,"version":"a"}\n\n')
})

let left: AbortController
let over: Promise<void>
let cookies: Map<string, string>
/** The tab comes into sight, or leaves it. */
let see: (seen: boolean) => void
beforeEach(() => {
  vi.resetModules()
  ;({ cookies } = fakeBrowser('/dashboard'))
  cookies.set('AdminToken', 'given')
  const target = new EventTarget()
  const [addEventListener, removeEventListener] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
  Object.assign(document, { hidden: false, addEventListener, removeEventListener })
  see = (seen) => {
    Object.assign(document, { hidden: !seen })
    target.dispatchEvent(new Event('visibilitychange'))
  }
  vi.stubGlobal('fetch', reach)
  left = new AbortController()
  asked = 0
  refuses = false
})
afterEach(async () => {
  left.abort()
  await over
  vi.unstubAllGlobals()
})

async function follow() {
  const { followUnread, unreadMessages } = await import('./unread-messages.ts')
  over = followUnread(left.signal)
  return () => unreadMessages.get()
}
const streams = (): number => open.size

test('a tab has a stream while it can be seen, and none while it is hidden', async () => {
  const unread = await follow()
  await expect.poll(unread).toBe(3)
  expect(streams()).toBe(1)
  see(false)
  await expect.poll(streams).toBe(0)
  see(true)
  await expect.poll(streams).toBe(1)
  left.abort()
  await over
  await expect.poll(streams).toBe(0)
  expect(asked).toBe(0)
})

test('a stream that is refused is replaced by asking, and tried again', async () => {
  // The pauses pass in a twentieth of their time.
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms / 20))
  refuses = true
  const unread = await follow()
  await expect.poll(unread).toBe(7)
  expect(asked).toBe(1)
  refuses = false
  await expect.poll(unread).toBe(3)
  timeout.mockRestore()
})

test('who has signed out is not asked for', async () => {
  const unread = await follow()
  await expect.poll(unread).toBe(3)
  cookies.delete('AdminToken')
  for (const stream of open) stream.end()
  await over
  expect([streams(), asked]).toEqual([0, 0])
})
