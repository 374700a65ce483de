import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { openStream } from '../../test/event-stream.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { jobActor } from '../actor.ts'
import { record } from './record.ts'

const t = await forFile(startApp())
// As in production.
t.app.lookMs = undefined
const reader = await t.staff(['log.read', 'members.read'])

const act = (id: number) =>
  t.database.transaction((tx) => record(tx, jobActor('test'), { action: 'test.act', entity: 'job', id, after: { id } }, t.app.now()))
const follow = (token = reader.token) => openStream(t.base, token, { path: '/admin/log/audit/events' })
const newest = async (): Promise<number> => (await reader.call('GET', '/admin/log/audit', { page_size: 1 })).body.items[0].id

test('an operator who follows the log hears of a new row within a second and finds it in the list', async () => {
  await act(1)
  const stream = await follow()
  expect(await stream.next()).toEqual({ newest: await newest() })
  const began = performance.now()
  await act(2)
  const event = await stream.next()
  expect(performance.now() - began).toBeLessThan(1000 * slowness)
  expect(event).toEqual({ newest: await newest() })
  expect((await reader.call('GET', '/admin/log/audit')).body.items[0]).toMatchObject({ entity_id: '2', actor_name: 'test' })
  stream.leave()
})

test('a row that is committed after a later one is told too', async () => {
  const commit = await t.hold(`insert into audit_log (at, action, entity, entity_id) values (now(), 'test.late', 'job', '0')`)
  await act(3)
  const stream = await follow()
  await stream.next()
  await commit()
  expect(await stream.next()).toEqual({ newest: await newest() })
  stream.leave()
})

test.each([
  ['signs out', (who: Member) => who.call('GET', '/muser/logout')],
  ['is suspended', (who: Member) => t.ban(who.id)],
  ['loses the role', (who: Member) => t.database.db.update(accounts).set({ roleId: null }).where(eq(accounts.id, who.id))],
])('the stream ends within a second when the operator %s', async (_, end) => {
  const who = await t.staff(['log.read', 'members.read'])
  const stream = await follow(who.token)
  await stream.next()
  const began = performance.now()
  await end(who)
  expect(await stream.next()).toBeNull()
  expect(performance.now() - began).toBeLessThan(1000 * slowness)
})

test('one account has at most five streams; closing one frees its place', async () => {
  const who = await t.staff(['log.read', 'members.read'])
  const streams = await Promise.all([1, 2, 3, 4, 5].map(() => follow(who.token)))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const refused = await follow(who.token)
  expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  streams[0]!.leave()
  await expect.poll(async () => (await follow(who.token)).status).toBe(200)
})

test('rows in quick succession make at most three events a second, and the last names the newest row; when the process stops, every stream ends at once', async () => {
  const stream = await follow()
  await stream.next()
  const began = performance.now()
  for (let i = 0; i < 60; i++) await act(i)
  const last = await newest()
  let events = 0
  for (let seen = 0; seen < last; events++) seen = Number((await stream.next())?.['newest'])
  expect(events).toBeLessThanOrEqual((performance.now() - began) / 300 + 1)
  t.app.stopping.abort()
  expect(await stream.next()).toBeNull()
})
