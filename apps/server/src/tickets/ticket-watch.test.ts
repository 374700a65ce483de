import { expect, test } from 'vitest'
import { openStream } from '../../test/event-stream.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const support = await t.staff('support')

const open = ({ token }: Pick<Member, 'token'>, path = '/muser/ticket/live') => openStream(t.base, token, { path }, { now: t.app.now() })
const openDesk = (by: Pick<Member, 'token'>) => open(by, '/admin/tickets/live')
const save = async (member: Member): Promise<number> =>
  (await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Live', text: 'Hello.' })).body.id
const answer = (id: number) => support.call('POST', `/admin/tickets/${id}/replies`, { text: 'Hello.' })

test('a member hears of changes of their tickets, and of no others', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const [id, theirs] = [await save(member), await save(other)]
  const [stream, second] = [await open(member), await open(other)]
  const first = await stream.next()
  expect(first).toEqual({ version: expect.any(String), unread: 0 })
  await second.next()
  await answer(id)
  const next = await stream.next()
  expect(next).toMatchObject({ unread: 1 })
  expect(next?.['version']).not.toBe(first?.['version'])
  await member.call('POST', '/muser/ticket/read', { id, seq: 2 })
  expect(await stream.next()).toMatchObject({ unread: 0 })
  // What comes next for the other one is their own.
  await answer(theirs)
  expect(await second.next()).toMatchObject({ unread: 1 })
  for (const one of [stream, second]) one.leave()
})

test('staff hear which tickets changed, and how many wait', async () => {
  const member = await t.member()
  const stream = await openDesk(support)
  const { waiting, changed } = (await stream.next())!
  expect(changed).toEqual([])
  const id = await save(member)
  expect(await stream.next()).toMatchObject({ changed: [id], waiting: Number(waiting) + 1 })
  await answer(id)
  expect(await stream.next()).toMatchObject({ changed: [id], waiting })
  stream.leave()
})

test('a change that is committed after a later one is noticed too', async () => {
  const [first, second] = [await save(await t.member()), await save(await t.member())]
  const stream = await openDesk(support)
  await stream.next()
  const commit = await t.hold(`update tickets set version = nextval('ticket_versions') where id = ${first}`)
  await answer(second)
  expect(await stream.next()).toMatchObject({ changed: [second] })
  await commit()
  expect(await stream.next()).toMatchObject({ changed: [first] })
  stream.leave()
})

test('one account has five streams; signing out ends them', async () => {
  const member = await t.member()
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await open(member))
  expect((await open(member)).status).toBe(429)
  for (const stream of streams) await stream.next()
  await member.call('GET', '/muser/logout')
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null, null, null, null])
})

test('a stream of staff ends when they may no longer see tickets', async () => {
  const [admin, leaver] = [await t.admin(), await t.staff('support')]
  const stream = await openDesk(leaver)
  await stream.next()
  expect((await admin.call('DELETE', `/admin/staff/${leaver.id}`)).status).toBe(200)
  let next = await stream.next()
  while (next !== null) next = await stream.next()
  expect((await openDesk(leaver)).status).not.toBe(200)
})

test('when the process stops, every stream ends at once', async () => {
  const [stream, desk] = [await open(await t.member()), await openDesk(await t.staff('support'))]
  await Promise.all([stream.next(), desk.next()])
  t.app.stopping.abort()
  expect(await Promise.all([stream.next(), desk.next()])).toEqual([null, null])
})
