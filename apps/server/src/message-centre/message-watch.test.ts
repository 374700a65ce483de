import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openStream } from '../../test/event-stream.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { endEventsOf } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { notices } from '../notices/notices.table.ts'
import { messageWatch } from './message-watch.ts'

const t = await forFile(startApp())

const open = ({ token }: Pick<Member, 'token'>) => openStream(t.base, token, { path: '/muser/messages/live' }, { now: t.app.now() })
const alert = ({ id }: Member, threshold: number) =>
  t.database.transaction((tx) => tell(tx, id, { type: 'usage_alert', cause: `usage_alert ${threshold}`, data: { threshold } }, t.app.now()))
/** A version gives no number away. */
const state = (unread: number) => ({ unread, version: expect.stringMatching(/^[\w-]{16}$/) })

test('a stream says how many messages are unread: at once, and when one comes, is read or ends', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const [stream, theirs] = [await open(member), await open(other)]
  expect(await stream.next()).toEqual(state(0))
  expect(await theirs.next()).toEqual(state(0))
  await alert(member, 80)
  expect(await stream.next()).toEqual(state(1))
  const second = await open(member)
  expect(await second.next()).toEqual(state(1))
  const { unread_ids: ids } = (await member.call('POST', '/api/msg/fetch', {})).body
  await member.call('POST', '/muser/messages/read', { ids })
  expect([await stream.next(), await second.next()]).toEqual([state(0), state(0)])
  await alert(member, 95)
  expect(await stream.next()).toEqual(state(1))
  await t.database.transaction((tx) => endEventsOf(tx, [member.id], ['usage_alert'], t.app.now()))
  expect(await stream.next()).toEqual(state(0))
  // Nothing of this was for the other one.
  await alert(other, 50)
  expect(await theirs.next()).toEqual(state(1))
})

test('one message read while another comes is a change, though the count stays', async () => {
  const member = await t.member()
  await alert(member, 10)
  const stream = await open(member)
  const before = await stream.next()
  const { unread_ids: ids } = (await member.call('POST', '/api/msg/fetch', {})).body
  await alert(member, 20)
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
  await alert(other, 80)
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
  await expect.poll(async () => (await open(member)).status, { timeout: 5000 }).toBe(200)
})

test('visitors have no stream; signing out ends the member’s, and no others', async () => {
  expect((await open({ token: '' })).status).toBe(403)
  const [member, other] = [await t.member(), await t.member()]
  const [stream, stays] = [await open(member), await open(other)]
  for (const one of [stream, stays]) await one.next()
  await member.call('GET', '/muser/logout')
  expect(await stream.next()).toBeNull()
  expect((await open(member)).status).toBe(403)
  await alert(other, 80)
  expect(await stays.next()).toEqual(state(1))
})

test('a failed look is no end: the next one tells what it missed', async () => {
  const member = await t.member()
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
  const log = Object.create(t.app.log, { warn: { value: ({ err }: { err: unknown }) => fail(err) } })
  const stopping = new AbortController()
  const watch = messageWatch({ ...t.app, services: new Map(), lookMs: undefined, stopping, log })
  const changes = watch.follow(member.id, new AbortController().signal)
  expect((await changes.next()).value).toEqual(state(0))
  const next = changes.next()
  await t.asOwner('alter table notices rename to hidden')
  await alert(member, 80)
  expect(await failed).toBeInstanceOf(Error)
  await t.asOwner('alter table hidden rename to notices')
  expect((await next).value).toEqual(state(1))
  stopping.abort()
  expect((await changes.next()).done).toBe(true)
})

test('when the process stops, every stream ends at once', async () => {
  const member = await t.member()
  const stream = await open(member)
  await stream.next()
  t.app.stopping.abort()
  expect(await stream.next()).toBeNull()
})
