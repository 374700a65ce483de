import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { events } from '../events/events.table.ts'
import { type NewEvent, tell } from '../events/tell.ts'
import { notices } from '../notices/notices.table.ts'
import { openStream } from '../../test/event-stream.ts'
import { endEventsOf } from '../events/end-events.ts'
import { messageWatch } from './message-watch.ts'

const t = await forFile(startApp())

type Item = { id: string; content: { type: string; data: Record<string, unknown> }; read_at: string | null; ended_at: string | null }
type Messages = { items: Item[]; total: number; unread: number; unread_ids: string[]; page: number; page_size: number }

const alert = (threshold: number): NewEvent => ({ type: 'usage_alert', cause: `usage_alert ${threshold}`, data: { threshold } })
const send = (member: Member, event: NewEvent) => t.database.transaction((tx) => tell(tx, member.id, event, t.app.now()))
const fetched = async (member: Member, asked: Record<string, unknown> = {}, language = 'en'): Promise<Messages> =>
  (await member.call('POST', '/api/msg/fetch', asked, { 'accept-language': language })).body
const read = (member: Member, ids: string[]) => member.call('POST', '/muser/messages/read', { ids })
async function publish(values: Partial<typeof notices.$inferInsert>): Promise<string> {
  const now = t.app.now()
  const given = { placement: 'message' as const, title: 'News', createdAt: now, updatedAt: now, publishedAt: now, startsAt: now, ...values }
  const [row] = await t.database.db.insert(notices).values(given).returning()
  return `notice-${row!.id}`
}
/** What the member is told, each a second after the one before. */
async function fill(member: Member, thresholds: number[]): Promise<void> {
  for (const threshold of thresholds) {
    await send(member, alert(threshold))
    t.travel(1000)
  }
}

test('events and notices are one list, newest first, in pages, with what is unread in all', async () => {
  const member = await t.member()
  await fill(member, [10, 20])
  const notice = await publish({ audience: 'member', audienceIds: [member.id], title: 'Hello', body: '<p>Text</p>' })
  t.travel(1000)
  await fill(member, [30])
  const first = await fetched(member, { page_size: 3 })
  expect(first).toMatchObject({ total: 4, unread: 4, page: 1, page_size: 3 })
  expect(first.items).toMatchObject([
    { content: { type: 'usage_alert', data: { threshold: 30 } }, created_at: expect.any(String), read_at: null, ended_at: null },
    { id: notice, content: { type: 'notice', data: { title: 'Hello', body: '<p>Text</p>', language: 'en' } } },
    { content: { data: { threshold: 20 } } },
  ])
  const second = await fetched(member, { page_size: 3, page: 2 })
  expect(second.items).toMatchObject([{ content: { data: { threshold: 10 } } }])
  expect(second.unread_ids).toEqual([...first.items, ...second.items].map(({ id }) => id))
  expect((await fetched(member, { page: 9 })).total).toBe(4)
  const alerts = await fetched(member, { types: ['usage_alert'], page_size: 1 })
  expect(alerts).toMatchObject({ total: 3, unread: 4, items: [{ content: { data: { threshold: 30 } } }] })
  expect(await fetched(member, { types: ['no_such_type'] })).toMatchObject({ items: [], total: 0, unread: 4 })
})

test('a member reads one message, then all they saw; those that came later stay unread, and the time of reading stays', async () => {
  const member = await t.member()
  await fill(member, [10, 20, 30])
  const notice = await publish({ audience: 'member', audienceIds: [member.id] })
  const { items, unread_ids: seen } = await fetched(member)
  expect((await read(member, [notice])).body).toEqual({ ok: true })
  expect(await fetched(member, { unread: true })).toMatchObject({ total: 3, unread: 3 })
  const at = (await fetched(member)).items.find(({ id }) => id === notice)!.read_at
  expect(at).toEqual(expect.any(String))
  t.travel(1000)
  await fill(member, [40])
  const late = await publish({ audience: 'member', audienceIds: [member.id] })
  await read(member, seen)
  const after = await fetched(member)
  expect(after.unread_ids).toEqual([late, after.items[1]!.id])
  expect(after.items[1]).toMatchObject({ content: { data: { threshold: 40 } } })
  expect(after.items.find(({ id }) => id === notice)!.read_at).toBe(at)
  expect(items).toHaveLength(4)
})

test('an event with a lower number that is committed late is not among those that were seen', async () => {
  const member = await t.member()
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const { promise: told, resolve: tellIt } = Promise.withResolvers<void>()
  const slow = t.database.transaction(async (tx) => {
    await tell(tx, member.id, alert(10), t.app.now())
    tellIt()
    await seen
  })
  await told
  await send(member, alert(20))
  const { unread_ids: ids } = await fetched(member)
  see()
  await slow
  await read(member, ids)
  expect(await fetched(member, { unread: true })).toMatchObject({ items: [{ content: { data: { threshold: 10 } } }], unread: 1 })
})

test('twenty calls that mark all while messages arrive leave exactly the later ones unread', async () => {
  const member = await t.member()
  await fill(member, [1, 2, 3])
  const notice = await publish({ audience: 'member', audienceIds: [member.id] })
  const { unread_ids: ids } = await fetched(member)
  const later = Array.from({ length: 20 }, (_, n) => n + 50)
  const calls = later.flatMap((threshold) => [read(member, ids), send(member, alert(threshold))])
  for (const answer of await Promise.all(calls)) if (answer) expect(answer.status).toBe(200)
  const { items, unread } = await fetched(member, { unread: true, page_size: 100 })
  expect(new Set(items.map(({ content }) => content.data['threshold']))).toEqual(new Set(later))
  expect([unread, ids]).toEqual([20, expect.arrayContaining([notice])])
})

test('another member neither sees nor marks messages', async () => {
  const [owner, stranger] = [await t.member(), await t.member()]
  await fill(owner, [80])
  await publish({ audience: 'member', audienceIds: [owner.id] })
  const { unread_ids: ids } = await fetched(owner)
  expect(ids).toHaveLength(2)
  expect(await fetched(stranger)).toMatchObject({ items: [], total: 0, unread: 0 })
  expect((await read(stranger, [...ids, 'event-999999', 'notice-999999'])).status).toBe(200)
  expect((await fetched(owner)).unread).toBe(2)
  expect(await fetched(stranger)).toMatchObject({ total: 0 })
})

test.each<[string, object]>([
  ['nothing', {}],
  ['no message', { ids: [] }],
  ['a number alone', { ids: ['12'] }],
  ['the number 0', { ids: ['event-0'] }],
  ['more than a number', { ids: ["event-1' or 1=1"] }],
  ['too many', { ids: Array.from({ length: 501 }, () => 'event-1') }],
])('a call that names %s to mark as read is refused', async (_, body) => {
  const member = await t.member()
  expect((await member.call('POST', '/muser/messages/read', { ...body })).status).toBe(422)
})

test('five hundred are marked at once; of more, the latest five hundred are named', async () => {
  const member = await t.member()
  await t.database.db
    .insert(events)
    .values(Array.from({ length: 501 }, (_, n) => ({ ...alert(n + 1), accountId: member.id, createdAt: t.app.now() })))
  const { unread, unread_ids: ids } = await fetched(member, { page_size: 1 })
  expect([unread, ids.length]).toEqual([501, 500])
  expect((await read(member, ids)).status).toBe(200)
  expect(await fetched(member, { unread: true })).toMatchObject({ unread: 1, items: [{ content: { data: { threshold: 1 } } }] })
})

test('names and texts are in the language of the reader, in older events without translations as they were', async () => {
  const member = await t.member()
  const data = { node: 'Tokyo', translations: { 'zh-CN': { node: '东京' } }, began_at: t.app.now().toISOString() }
  await send(member, { type: 'node_outage', cause: 'node_outage 1', data })
  await send(member, { type: 'node_outage', cause: 'node_outage 2', data: { node: 'Osaka', began_at: data.began_at } })
  const translations = { 'zh-CN': { title: '你好', body: '<p>正文</p>' } }
  await publish({ audience: 'member', audienceIds: [member.id], title: 'Hello', translations })
  const texts = async (language: string): Promise<Set<unknown>> =>
    new Set((await fetched(member, {}, language)).items.map(({ content }) => content.data['node'] ?? content.data['title']))
  expect(await texts('zh-CN')).toEqual(new Set(['Osaka', '东京', '你好']))
  expect(await texts('en')).toEqual(new Set(['Hello', 'Osaka', 'Tokyo']))
})

test('a message read on one device is read on the other, and a notice that left its audience stays only where it was read', async () => {
  const [seer, other] = [await t.member(), await t.member()]
  const group = await t.group()
  for (const { id } of [seer, other]) await t.subscribe(id, group.id)
  const notice = await publish({ audience: 'groups', audienceIds: [group.id] })
  await read(seer, [notice])
  const moved = await t.group()
  for (const { id } of [seer, other]) await t.subscribe(id, moved.id)
  expect(await fetched(seer)).toMatchObject({ items: [{ id: notice }], unread: 0 })
  expect(await fetched(other)).toMatchObject({ items: [], unread: 0 })
  expect(await t.database.db.select().from(events).where(eq(events.accountId, seer.id))).toEqual([])
})

const open = ({ token }: Pick<Member, 'token'>) => openStream(t.base, token, { path: '/muser/messages/live' }, { now: t.app.now() })
const warn = (member: Member, threshold: number) => send(member, alert(threshold))
/** A version gives no number away. */
const state = (unread: number) => ({ unread, version: expect.stringMatching(/^[\w-]{16}$/) })

test('a stream says how many messages are unread: at once, and when one comes, is read or ends', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const [stream, theirs] = [await open(member), await open(other)]
  expect(await stream.next()).toEqual(state(0))
  expect(await theirs.next()).toEqual(state(0))
  await warn(member, 80)
  expect(await stream.next()).toEqual(state(1))
  const second = await open(member)
  expect(await second.next()).toEqual(state(1))
  const { unread_ids: ids } = (await member.call('POST', '/api/msg/fetch', {})).body
  await member.call('POST', '/muser/messages/read', { ids })
  expect([await stream.next(), await second.next()]).toEqual([state(0), state(0)])
  await warn(member, 95)
  expect(await stream.next()).toEqual(state(1))
  await t.database.transaction((tx) => endEventsOf(tx, [member.id], ['usage_alert'], t.app.now()))
  expect(await stream.next()).toEqual(state(0))
  // Nothing of this was for the other one.
  await warn(other, 50)
  expect(await theirs.next()).toEqual(state(1))
})

test('one message read while another comes is a change, though the count stays', async () => {
  const member = await t.member()
  await warn(member, 10)
  const stream = await open(member)
  const before = await stream.next()
  const { unread_ids: ids } = (await member.call('POST', '/api/msg/fetch', {})).body
  await warn(member, 20)
  await member.call('POST', '/muser/messages/read', { ids })
  let after = await stream.next()
  if (after?.['unread'] === 2) after = await stream.next()
  expect([before, after]).toEqual([state(1), state(1)])
  expect(after?.['version']).not.toBe(before?.['version'])
})

test('a notice reaches those it is for when it is published or changed; the others hear nothing of it', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const [stream, theirs] = [await open(member), await open(other)]
  const [first] = [await stream.next(), await theirs.next()]
  const now = t.app.now()
  const dates = { createdAt: now, updatedAt: now, publishedAt: now, startsAt: now }
  const own = { audience: 'member' as const, audienceIds: [member.id] }
  await t.database.db.insert(notices).values({ placement: 'banner', title: 'News', ...own, ...dates })
  const second = await stream.next()
  await t.database.db.update(notices).set({ title: 'Newer', version: 2 }).where(eq(notices.audience, 'member'))
  const third = await stream.next()
  expect([first, second, third]).toEqual([state(0), state(1), state(1)])
  expect(third?.['version']).not.toBe(second?.['version'])
  // What comes next for the other one is their own.
  await warn(other, 80)
  expect(await theirs.next()).toEqual(state(1))
})

test('one account has at most five streams; closing one frees its place, and others have their own', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await open(member))
  const refused = await open(member)
  expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await open(other)).status).toBe(200)
  streams[0]!.leave()
  await expect.poll(async () => (await open(member)).status).toBe(200)
})

test('visitors have no stream; signing out ends the member’s, and no others', async () => {
  expect((await open({ token: '' })).status).toBe(403)
  const [member, other] = [await t.member(), await t.member()]
  const [stream, stays] = [await open(member), await open(other)]
  for (const one of [stream, stays]) await one.next()
  await member.call('GET', '/muser/logout')
  expect(await stream.next()).toBeNull()
  expect((await open(member)).status).toBe(403)
  await warn(other, 80)
  expect(await stays.next()).toEqual(state(1))
})

test('a failed look is no end: the next one tells what it missed; when the process stops, every stream ends at once', async () => {
  const member = await t.member()
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
  const log = Object.create(t.app.log, { warn: { value: ({ err }: { err: unknown }) => fail(err) } })
  const stopping = new AbortController()
  const watch = messageWatch({ ...t.app, services: new Map(), lookMs: undefined, stopping, log })
  const changes = watch.follow(member.id, new AbortController().signal)
  expect((await changes.next()).value).toEqual(state(0))
  const next = changes.next()
  await t.asOwner('alter table notices rename to hidden')
  await warn(member, 80)
  expect(await failed).toBeInstanceOf(Error)
  await t.asOwner('alter table hidden rename to notices')
  expect((await next).value).toEqual(state(1))
  stopping.abort()
  expect((await changes.next()).done).toBe(true)
  const stream = await open(member)
  await stream.next()
  t.app.stopping.abort()
  expect(await stream.next()).toBeNull()
})
