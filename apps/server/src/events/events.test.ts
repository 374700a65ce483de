import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { endEvents, endEventsOf } from './end-events.ts'
import { eventDeliveries, events } from './events.table.ts'
import { type NewEvent, tell, tellMany } from './tell.ts'

const DAY = 86_400_000
let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

const alert = (threshold: number): NewEvent => ({ type: 'usage_alert', cause: `usage_alert ${threshold}`, data: { threshold } })
const send = (member: Member, event: NewEvent) => t.database.transaction((tx) => tell(tx, member.id, event, t.app.now()))
const ended = (member: Member, cause: string) =>
  t.database.transaction((tx) => endEvents(tx, [{ accountId: member.id, cause }], t.app.now()))
const list = async (member: Member, query: Record<string, unknown> = {}) => (await member.call('GET', '/muser/events', query)).body
const thresholds = async (member: Member, query: Record<string, unknown> = {}): Promise<number[]> =>
  (await list(member, query)).items.map((item: { data: { threshold: number } }) => item.data.threshold)
const rows = ({ id }: Member) => t.database.db.select().from(events).where(eq(events.accountId, id)).orderBy(events.id)

test('a member sees their events newest first, in pages, and can list only the unread ones', async () => {
  const member = await t.member()
  for (const threshold of [10, 20, 30]) await send(member, alert(threshold))
  expect(await list(member, { page_size: 2 })).toMatchObject({
    items: [
      { type: 'usage_alert', data: { threshold: 30 }, created_at: expect.any(String), read_at: null, ended_at: null },
      { type: 'usage_alert', data: { threshold: 20 } },
    ],
    total: 3,
    unread: 3,
    page: 1,
    page_size: 2,
  })
  expect(await thresholds(member, { page_size: 2, page: 2 })).toEqual([10])
  const { items } = await list(member)
  expect((await member.call('POST', '/muser/events/read', { ids: [items[1].id] })).body).toEqual({ ok: true })
  expect(await list(member, { unread: 'true', page_size: 1 })).toMatchObject({ items: [{ data: { threshold: 30 } }], total: 2, unread: 2 })
  expect(await thresholds(member)).toEqual([30, 20, 10])
})

test('a member marks events as read by id or all up to one; the time of reading stays', async () => {
  const member = await t.member()
  for (const threshold of [10, 20, 30]) await send(member, alert(threshold))
  const { items } = await list(member)
  await member.call('POST', '/muser/events/read', { ids: [items[2].id, 999_999_999] })
  const read = (await rows(member))[0]!.readAt
  expect(read).not.toBeNull()
  t.travel(1000)
  await member.call('POST', '/muser/events/read', { up_to: items[1].id })
  expect(await thresholds(member, { unread: 'true' })).toEqual([30])
  expect((await rows(member))[0]!.readAt).toEqual(read)
})

test('another member neither sees nor marks the events, and visitors see nothing', async () => {
  const [owner, stranger] = [await t.member(), await t.member()]
  await send(owner, alert(80))
  const { id } = (await list(owner)).items[0]
  expect(await list(stranger)).toMatchObject({ items: [], total: 0, unread: 0 })
  expect((await stranger.call('POST', '/muser/events/read', { ids: [id] })).status).toBe(200)
  expect((await stranger.call('POST', '/muser/events/read', { up_to: id + 1000 })).status).toBe(200)
  expect((await list(owner)).unread).toBe(1)
  expect((await t.call('GET', '/muser/events')).status).toBe(403)
  expect((await t.call('POST', '/muser/events/read', { ids: [id] })).status).toBe(403)
})

test.each([{}, { ids: [] }, { ids: ['x'] }, { ids: Array.from({ length: 101 }, (_, n) => n) }, { up_to: 'x' }])(
  'a call that does not say what to mark as read is refused: %j',
  async (body) => {
    expect((await (await t.member()).call('POST', '/muser/events/read', body)).status).toBe(422)
  },
)

test('the same cause recorded twenty times at once is one event without errors', async () => {
  const member = await t.member()
  await Promise.all(Array.from({ length: 20 }, () => send(member, alert(80))))
  expect(await thresholds(member)).toEqual([80])
  // A read event is still open: the same cause adds nothing.
  await member.call('POST', '/muser/events/read', { ids: [(await list(member)).items[0].id] })
  await send(member, alert(80))
  expect(await list(member)).toMatchObject({ total: 1, unread: 0 })
})

test('transactions that notify the same members in different orders do not deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => t.member()))
  const many = (of: Member[]) => of.map(({ id }) => ({ ...alert(80), accountId: id }))
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      t.database.transaction((tx) => tellMany(tx, many(n % 2 ? members : members.toReversed()), t.app.now())),
    ),
  )
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const ids = (n % 2 ? members : members.toReversed()).map(({ id }) => id)
      return t.database.transaction((tx) => endEventsOf(tx, ids, ['usage_alert'], t.app.now()))
    }),
  )
  for (const member of members) expect(await list(member)).toMatchObject({ total: 1, unread: 0 })
})

test('a rolled-back transaction notifies nobody', async () => {
  const member = await t.member()
  const jobs = async () => (await t.database.pool.query(`select count(*) from graphile_worker.jobs`)).rows[0].count
  const before = await jobs()
  const failed = t.database.transaction(async (tx) => {
    await tell(tx, member.id, alert(80), t.app.now())
    throw new Error('the cause failed')
  })
  await expect(failed).rejects.toThrow('the cause failed')
  expect(await rows(member)).toEqual([])
  expect(await jobs()).toBe(before)
})

test('an ended event is read and stays in the list; the same cause later is a new event', async () => {
  const member = await t.member()
  await send(member, alert(80))
  await send(member, alert(95))
  await ended(member, 'usage_alert 80')
  await ended(member, 'usage_alert 80')
  await ended(member, 'usage_alert 50')
  expect(await thresholds(member, { unread: 'true' })).toEqual([95])
  expect((await list(member)).items[1]).toMatchObject({ data: { threshold: 80 }, read_at: null, ended_at: expect.any(String) })
  await send(member, alert(80))
  expect(await list(member)).toMatchObject({ total: 3, unread: 2, items: [{ data: { threshold: 80 }, ended_at: null }, {}, {}] })
})

test('all events of a type end for the given members, except a cause that continues', async () => {
  const [one, other] = [await t.member(), await t.member()]
  for (const member of [one, other]) for (const threshold of [50, 80]) await send(member, alert(threshold))
  await send(one, { type: 'renewal_problem', cause: 'renewal_problem card.declined', data: { problem: 'card.declined' } })
  await t.database.transaction((tx) => endEventsOf(tx, [one.id], ['usage_alert'], t.app.now(), 'usage_alert 50'))
  expect((await list(one, { unread: 'true' })).items).toMatchObject([{ type: 'renewal_problem' }, { data: { threshold: 50 } }])
  expect(await thresholds(other, { unread: 'true' })).toEqual([80, 50])
})

test('an event is deleted with its deliveries after 180 days, read or not', async () => {
  const member = await t.member()
  await send(member, alert(50))
  await send(member, alert(80))
  await member.call('POST', '/muser/events/read', { ids: [(await list(member)).items[0].id] })
  await t.runJobs()
  t.travel(179 * DAY)
  await send(member, alert(95))
  await dropOldEvents(t.database, t.app.now())
  expect(await rows(member)).toHaveLength(3)
  t.travel(2 * DAY)
  await dropOldEvents(t.database, t.app.now())
  const [left, ...others] = await rows(member)
  expect([left!.cause, others]).toEqual(['usage_alert 95', []])
  const deliveries = await t.database.db.select().from(eventDeliveries).where(eq(eventDeliveries.channel, 'in_app'))
  expect(deliveries.filter(({ eventId }) => eventId < left!.id)).toEqual([])
})
