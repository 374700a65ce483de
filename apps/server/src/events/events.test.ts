import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { endEvents, endEventsOf } from './end-events.ts'
import { eventDeliveries, events } from './events.table.ts'
import { type NewEvent, tell, tellMany } from './tell.ts'

const DAY = 86_400_000
const t = await forFile(startApp({ channels: [{ name: 'post', deliver: async () => {} }] }))

const alert = (threshold: number): NewEvent => ({ type: 'usage_alert', cause: `usage_alert ${threshold}`, data: { threshold } })
const send = (member: Member, event: NewEvent) => t.database.transaction((tx) => tell(tx, member.id, event, t.app.now()))
const ended = (member: Member, cause: string) =>
  t.database.transaction((tx) => endEvents(tx, [{ accountId: member.id, cause }], t.app.now()))
const list = async (member: Member, query: Record<string, unknown> = {}) => (await member.call('POST', '/api/msg/fetch', query)).body
const thresholds = async (member: Member, query: Record<string, unknown> = {}): Promise<number[]> =>
  (await list(member, query)).items.map((item: { content: { data: { threshold: number } } }) => item.content.data.threshold)
const rows = ({ id }: Member) => t.database.db.select().from(events).where(eq(events.accountId, id)).orderBy(events.id)

test('the same cause recorded many times at once is one event without errors; a rolled-back transaction notifies nobody', async () => {
  const member = await t.member()
  await atOnce(() => send(member, alert(80)))
  expect(await thresholds(member)).toEqual([80])
  // A read event is still open: the same cause adds nothing.
  await member.call('POST', '/muser/messages/read', { ids: [(await list(member)).items[0].id] })
  await send(member, alert(80))
  expect(await list(member)).toMatchObject({ total: 1, unread: 0 })
  const jobs = async () => (await t.database.pool.query(`select count(*) from graphile_worker.jobs`)).rows[0].count
  const before = await jobs()
  const failed = t.database.transaction(async (tx) => {
    await tell(tx, member.id, alert(95), t.app.now())
    throw new Error('the cause failed')
  })
  await expect(failed).rejects.toThrow('the cause failed')
  expect(await list(member)).toMatchObject({ total: 1, unread: 0 })
  expect(await jobs()).toBe(before)
})

test('transactions that notify the same members in different orders do not deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => t.member()))
  const many = (of: Member[]) => of.map(({ id }) => ({ ...alert(80), accountId: id }))
  await atOnce((n) => t.database.transaction((tx) => tellMany(tx, many(n % 2 ? members : members.toReversed()), t.app.now())))
  await atOnce((n) => {
    const ids = (n % 2 ? members : members.toReversed()).map(({ id }) => id)
    return t.database.transaction((tx) => endEventsOf(tx, ids, ['usage_alert'], t.app.now()))
  })
  for (const member of members) expect(await list(member)).toMatchObject({ total: 1, unread: 0 })
})

test('a closed account gets no event, alone or among others', async () => {
  const [closed, open] = [await t.member(), await t.member()]
  await t.database.db.update(accounts).set({ closedAt: t.app.now() }).where(eq(accounts.id, closed.id))
  const told = [closed, open].map(({ id }) => ({ ...alert(80), accountId: id }))
  await t.database.transaction((tx) => tellMany(tx, told, t.app.now()))
  expect([await rows(closed), (await rows(open)).length]).toEqual([[], 1])
})

test('an ended event is read and stays in the list; the same cause later is a new event', async () => {
  const member = await t.member()
  await send(member, alert(80))
  await send(member, alert(95))
  await ended(member, 'usage_alert 80')
  await ended(member, 'usage_alert 80')
  await ended(member, 'usage_alert 50')
  expect(await thresholds(member, { unread: true })).toEqual([95])
  expect((await list(member)).items[1]).toMatchObject({ content: { data: { threshold: 80 } }, read_at: null, ended_at: expect.any(String) })
  await send(member, alert(80))
  expect(await list(member)).toMatchObject({
    total: 3,
    unread: 2,
    items: [{ content: { data: { threshold: 80 } }, ended_at: null }, {}, {}],
  })
})

test('all events of a type end for the given members, except a cause that continues', async () => {
  const [one, other] = [await t.member(), await t.member()]
  for (const member of [one, other]) for (const threshold of [50, 80]) await send(member, alert(threshold))
  await send(one, { type: 'renewal_problem', cause: 'renewal_problem card.declined', data: { problem: 'card.declined' } })
  await t.database.transaction((tx) => endEventsOf(tx, [one.id], ['usage_alert'], t.app.now(), 'usage_alert 50'))
  expect((await list(one, { unread: true })).items).toMatchObject([
    { content: { type: 'renewal_problem' } },
    { content: { data: { threshold: 50 } } },
  ])
  expect(await thresholds(other, { unread: true })).toEqual([80, 50])
})

test('an event is deleted with its deliveries after 180 days, read or not', async () => {
  const member = await t.member()
  await send(member, alert(50))
  await send(member, alert(80))
  await member.call('POST', '/muser/messages/read', { ids: [(await list(member)).items[0].id] })
  await t.runJobs()
  t.travel(179 * DAY)
  await send(member, alert(95))
  await dropOldEvents(t.database, t.app.now())
  expect(await rows(member)).toHaveLength(3)
  t.travel(2 * DAY)
  await dropOldEvents(t.database, t.app.now())
  const [left, ...others] = await rows(member)
  expect([left!.cause, others]).toEqual(['usage_alert 95', []])
  const deliveries = await t.database.db.select().from(eventDeliveries).where(eq(eventDeliveries.channel, 'post'))
  expect(deliveries.filter(({ eventId }) => eventId < left!.id)).toEqual([])
})
