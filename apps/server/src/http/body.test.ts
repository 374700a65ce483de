import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readObject } from './body.ts'

test('of long bodies that come at once one is parsed at a time, and others are served in between', async () => {
  const events: string[] = []
  const router = new Hono().post('/', async (c) => {
    await readObject(c, 1_000_000, 1000)
    events.push('parsed')
    return c.body(null)
  })
  const over = new AbortController()
  const serveOthers = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await setImmediate()
      events.push('others')
    }
  }
  const others = serveOthers()
  const body = JSON.stringify({ text: 'a'.repeat(64 * 1024) })
  await Promise.all(
    Array.from({ length: 8 }, async () => router.request('/', { method: 'POST', body, headers: { 'content-length': '66000' } })),
  )
  over.abort()
  await others
  expect(events.filter((event) => event === 'parsed')).toHaveLength(8)
  expect(events.join(' ')).not.toContain('parsed parsed')
})
