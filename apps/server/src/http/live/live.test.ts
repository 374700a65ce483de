import { expect, test } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'

const t = await forFile(startApp())
const live = ({ token }: Member, streams: unknown) =>
  openStream(t.base, token, { path: '/muser/live', query: { streams: JSON.stringify(streams) } })
const [messages, own, all] = ['/muser/messages/live', '/muser/ticket/live', '/admin/tickets/live']

test('one connection holds several streams; each has the rights that it has alone, and what is refused does not end the rest', async () => {
  const member = await t.member()
  const stream = await live(member, [messages, own, all, '/muser/order/events?trade_no=NONE99', '/muser/order/events', '/muser/live', '/x'])
  expect(stream.status).toBe(200)
  const seen: Record<string, unknown> = {}
  for (let n = 0; n < 7; n++) {
    const { stream: address, event, status } = (await stream.next())!
    seen[String(address)] = event ?? status
  }
  expect(seen).toEqual({
    [messages]: { unread: 0, version: expect.any(String) },
    [own]: { unread: 0, version: expect.any(String) },
    [all]: 404,
    '/muser/order/events?trade_no=NONE99': 404,
    '/muser/order/events': 422,
    '/muser/live': 404,
    '/x': 404,
  })
  const ticket = { kind: 'other', level: 'low', subject: 'Slow', text: 'It is slow.' }
  expect((await member.call('POST', '/muser/ticket/save', ticket)).status).toBe(200)
  expect(await stream.next()).toMatchObject({ stream: own, event: { version: expect.any(String) }, status: null })
  stream.leave()
  const support = await live(await t.staff('support'), [all])
  expect(await support.next()).toMatchObject({ stream: all, event: { waiting: 1 } })
  support.leave()
})

test('it ends with the session, and needs one, and a list of streams', async () => {
  const member = await t.member()
  const stream = await live(member, [messages])
  await stream.next()
  await member.call('GET', '/muser/logout')
  await expect.poll(stream.next).toBe(null)
  expect((await live(member, [messages])).status).toBe(403)
  const other = await t.member()
  for (const wrong of [[], 'x', [1], Array.from({ length: 13 }, (_, i) => `/x${i}`)]) expect((await live(other, wrong)).status).toBe(404)
})
