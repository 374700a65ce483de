import { expect, test } from 'vitest'
import { forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'
import { trafficDaily } from './traffic.table.ts'
import type { Usage } from '@portico/contract/traffic'

// The evening of the 10th in the site's zone.
const t = await forFile(startApp({ now: () => new Date('2026-03-10T12:00:00Z') }))

type Node = Awaited<ReturnType<TestApp['node']>>
const put = (member: Member, node: Node, day: string, up: number, down: number, rate = 1) =>
  t.database.db
    .insert(trafficDaily)
    .values({ accountId: member.id, nodeId: node.id, day, up, down, billedUp: up * rate, billedDown: down * rate })

test('a member sees their own traffic by day and node, raw and billed, newest first, and no other’s', async () => {
  const [member, other, a, b] = [await t.member(), await t.member(), await t.node({ name: 'A' }), await t.node({ name: 'B' })]
  await put(member, a, '2026-03-09', 1, 2)
  await put(member, a, '2026-03-10', 3, 4, 2)
  await put(member, b, '2026-03-10', 5, 6)
  await put(other, a, '2026-03-10', 1000, 1000)
  await put(member, a, '2026-02-01', 9, 9)
  const { status, body } = await member.call('GET', '/muser/server/log/fetch')
  expect(status).toBe(200)
  expect([body.total, body.page, body.page_size]).toEqual([3, 1, 20])
  expect(body.items).toEqual([
    { day: '2026-03-10', node_id: a.id, node_name: 'A', u: 3, d: 4, billed_u: 6, billed_d: 8 },
    { day: '2026-03-10', node_id: b.id, node_name: 'B', u: 5, d: 6, billed_u: 5, billed_d: 6 },
    { day: '2026-03-09', node_id: a.id, node_name: 'A', u: 1, d: 2, billed_u: 1, billed_d: 2 },
  ])
  expect(body.days).toHaveLength(30)
  expect([body.days[0].day, body.days[29].day]).toEqual(['2026-02-09', '2026-03-10'])
  expect(body.days[29]).toEqual({ day: '2026-03-10', u: 8, d: 10, billed_u: 11, billed_d: 14 })
  expect(body.days[0]).toEqual({ day: '2026-02-09', u: 0, d: 0, billed_u: 0, billed_d: 0 })
  const narrow = await member.call('GET', '/muser/server/log/fetch', { from: '2026-02-01', to: '2026-02-02', page_size: 1 })
  expect([narrow.body.total, narrow.body.days.length]).toEqual([1, 2])
  const second = await member.call('GET', '/muser/server/log/fetch', { page: 2, page_size: 2 })
  expect(second.body.items).toEqual(body.items.slice(2))
  for (const query of [{ user_id: other.id }, { accountId: other.id }, { id: other.id }])
    expect((await member.call('GET', '/muser/server/log/fetch', query)).body).toEqual(body)
})

test('an invalid range is refused', async () => {
  const member = await t.member()
  const statusOf = async (query: Record<string, string>) => (await member.call('GET', '/muser/server/log/fetch', query)).status
  expect(await statusOf({ from: '2025-03-10', to: '2026-03-10' })).toBe(200)
  expect(await statusOf({ from: '2025-03-09', to: '2026-03-10' })).toBe(422)
  expect(await statusOf({ from: '2026-03-10', to: '2026-03-09' })).toBe(422)
  for (const day of ['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2026-3-1', 'x'])
    expect(await statusOf({ from: day, to: day }), day).toBe(422)
  expect(await statusOf({ to: '2999-12-31' })).toBe(200)
})

test('an operator sees every day, and which members and nodes carried most', async () => {
  const [admin, first, second] = await Promise.all([t.admin(), t.member(), t.member()])
  const [a, b] = [await t.node({ name: 'Busy' }), await t.node({ name: 'Quiet' })]
  await put(first, a, '2026-01-10', 100, 200, 3)
  await put(second, a, '2026-01-10', 1000, 0)
  await put(second, b, '2026-01-08', 1, 1)
  const range = { from: '2026-01-08', to: '2026-01-10' }
  const { body } = await admin.call('GET', '/admin/traffic', range)
  expect(body).toEqual({
    ...range,
    days: [
      { day: '2026-01-08', u: 1, d: 1, billed_u: 1, billed_d: 1 },
      { day: '2026-01-09', u: 0, d: 0, billed_u: 0, billed_d: 0 },
      { day: '2026-01-10', u: 1100, d: 200, billed_u: 1300, billed_d: 600 },
    ],
    nodes: [
      { id: a.id, name: 'Busy', u: 1100, d: 200, billed_u: 1300, billed_d: 600 },
      { id: b.id, name: 'Quiet', u: 1, d: 1, billed_u: 1, billed_d: 1 },
    ],
  })
  expect((await admin.call('GET', '/admin/traffic/members', range)).body.items).toEqual([
    { id: second.id, name: second.email, u: 1001, d: 1, billed_u: 1001, billed_d: 1 },
    { id: first.id, name: first.email, u: 100, d: 200, billed_u: 300, billed_d: 600 },
  ])
  const one = { ...range, user_id: first.id, node_id: a.id }
  const ofOne = (await admin.call('GET', '/admin/traffic', one)).body
  expect([ofOne.nodes.length, ofOne.days[2].u]).toEqual([1, 100])
  expect((await admin.call('GET', '/admin/traffic/members', one)).body.total).toBe(1)
  const week = (await admin.call('GET', '/admin/traffic')).body
  expect([week.from, week.to, week.days.length]).toEqual(['2026-03-04', '2026-03-10', 7])
})

test('sums too large for JSON stop at its largest exact number', async () => {
  const [admin, member, a, b] = await Promise.all([t.admin(), t.member(), t.node(), t.node()])
  const most = Number.MAX_SAFE_INTEGER
  await put(member, a, '2026-03-05', most, 0)
  await put(member, b, '2026-03-05', most, 0)
  const { status, body } = await admin.call('GET', '/admin/traffic', { from: '2026-03-05', to: '2026-03-05' })
  expect([status, body.days[0].u]).toEqual([200, most])
})

test('at most fifty members are listed, those with the most traffic', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node()])
  const members = await Promise.all(Array.from({ length: 52 }, () => t.member()))
  for (const [i, member] of members.entries()) await put(member, node, '2026-01-20', i + 1, 0)
  const { body } = await admin.call('GET', '/admin/traffic/members', { from: '2026-01-20', to: '2026-01-20' })
  expect(body.items.map((row: { u: number }) => row.u)).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i))
})

const node = await t.node()

/** The term began on 24 February, at four in the afternoon in Shanghai; the next reset is on 24 March. */
const CYCLE = { anchorDay: 24, nextResetAt: new Date('2026-03-24T08:00:00Z'), expiresAt: new Date('2026-06-24T08:00:00Z') }
const putDays = async (member: Member, amounts: Record<string, number>): Promise<void> => {
  const rows = Object.entries(amounts).map(([day, billed]) => ({ day, up: 1, down: 1, billedUp: 1, billedDown: billed - 1 }))
  await t.database.db.insert(trafficDaily).values(rows.map((row) => ({ accountId: member.id, nodeId: node.id, ...row })))
}
const ask = async (member: Member, period?: string): Promise<Usage> => {
  const { status, body } = await member.call('GET', '/muser/traffic/usage', period ? { period } : {})
  expect(status).toBe(200)
  return body
}
const on = (usage: Usage, day: string) => usage.days.find((one) => one.day === day)

test('a cycle is shown up to its last day, each day beside the same day of the cycle before', async () => {
  const [member, other] = [await t.member(), await t.member()]
  await t.subscribe(member.id, node.groupId, CYCLE)
  await putDays(member, { '2026-01-23': 9, '2026-01-24': 10, '2026-02-23': 20, '2026-02-24': 30, '2026-03-10': 40 })
  await putDays(other, { '2026-03-10': 1000 })
  const usage = await ask(member)
  expect([usage.today, usage.in_cycles, usage.days.length]).toEqual(['2026-03-10', true, 29])
  expect(usage.days[0]).toEqual({ day: '2026-02-24', billed: 30, before: 10 })
  expect(on(usage, '2026-03-10')).toEqual({ day: '2026-03-10', billed: 40, before: 0 })
  expect(on(usage, '2026-03-11')).toEqual({ day: '2026-03-11', billed: null, before: 0 })
  expect(usage.days.at(-1)).toEqual({ day: '2026-03-24', billed: null, before: 0 })
  expect(usage.days.filter(({ before }) => before === 20 || before === 9)).toEqual([])
})

test('the last 7 and 90 days end today, each with as many days before them', async () => {
  const member = await t.member()
  await putDays(member, { '2026-02-25': 1, '2026-03-03': 2, '2026-03-04': 3, '2026-03-10': 4, '2025-12-10': 5 })
  const week = await ask(member, 'week')
  expect(week.days.map(({ day }) => day.slice(8))).toEqual(['04', '05', '06', '07', '08', '09', '10'])
  expect([week.days[0], week.days.at(-1)]).toEqual([
    { day: '2026-03-04', billed: 3, before: 1 },
    { day: '2026-03-10', billed: 4, before: 2 },
  ])
  const quarter = await ask(member, 'quarter')
  expect([quarter.days.length, quarter.days[0]?.day, quarter.days[89]?.before]).toEqual([90, '2025-12-11', 5])
})

test('a cycle that is longer than the one before has days without an earlier one', async () => {
  const member = await t.member()
  await t.subscribe(member.id, node.groupId, { ...CYCLE, anchorDay: 1, nextResetAt: new Date('2026-04-01T08:00:00Z') })
  const { days } = await ask(member)
  expect(days.filter(({ before }) => before === null).map(({ day }) => day)).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
  ])
})

test('without cycles, the last 30 days take their place', async () => {
  const [none, permanent] = [await t.member(), await t.member()]
  await t.subscribe(permanent.id, node.groupId, { expiresAt: null })
  for (const member of [none, permanent]) {
    const usage = await ask(member, 'cycle')
    expect([usage.in_cycles, usage.days.length, usage.days.at(-1)?.day]).toEqual([false, 30, '2026-03-10'])
  }
})

test('an expired plan shows its last cycle', async () => {
  const member = await t.member()
  const ended = new Date('2026-03-05T08:00:00Z')
  await t.subscribe(member.id, node.groupId, { anchorDay: 5, nextResetAt: ended, expiresAt: ended })
  await putDays(member, { '2026-03-05': 7 })
  const usage = await ask(member)
  expect([usage.days[0]?.day, usage.days.at(-1)]).toEqual(['2026-02-05', { day: '2026-03-05', billed: 7, before: 0 }])
})

test('the subscription names its cycle', async () => {
  const [member, permanent] = [await t.member(), await t.member()]
  await t.subscribe(member.id, node.groupId, CYCLE)
  await t.subscribe(permanent.id, node.groupId, { expiresAt: null })
  const cycle = async (who: Member) => (await who.call('GET', '/muser/getSubscribe')).body.cycle
  expect(await cycle(member)).toEqual({ began_at: '2026-02-24T08:00:00.000Z', ends_at: '2026-03-24T08:00:00.000Z' })
  expect(await cycle(permanent)).toBeNull()
  await t.subscribe(member.id, node.groupId, { ...CYCLE, expiresAt: new Date('2026-03-20T08:00:00Z') })
  expect(await cycle(member)).toEqual({ began_at: '2026-02-24T08:00:00.000Z', ends_at: '2026-03-20T08:00:00.000Z' })
})

test('a day beyond the largest exact number still has its bar; an unknown period is refused', async () => {
  const [member, second] = [await t.member(), await t.node()]
  const most = Number.MAX_SAFE_INTEGER
  const row = { accountId: member.id, day: '2026-03-10', up: 1, down: 1, billedUp: 1, billedDown: most }
  await t.database.db.insert(trafficDaily).values([node, second].map(({ id }) => ({ ...row, nodeId: id })))
  expect((await ask(member, 'week')).days.at(-1)?.billed).toBe(most)
  expect((await member.call('GET', '/muser/traffic/usage', { period: 'year' })).status).toBe(422)
})
