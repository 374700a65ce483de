import { expect, test } from 'vitest'
import { forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'
import { trafficDaily } from './traffic.table.ts'

// The evening of the 10th in the site's zone.
const t = await forFile(startApp({ now: () => new Date('2026-03-10T12:00:00Z') }))

type Node = Awaited<ReturnType<TestApp['node']>>
const put = (member: Member, node: Node, day: string, up: number, down: number, rate = 1) =>
  t.database.db
    .insert(trafficDaily)
    .values({ accountId: member.id, nodeId: node.id, day, up, down, billedUp: up * rate, billedDown: down * rate })

test('a member sees their own traffic by day and node, raw and billed, newest first', async () => {
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
})

test('a member cannot read another member’s traffic', async () => {
  const [member, other, node] = await Promise.all([t.member(), t.member(), t.node()])
  await put(other, node, '2026-03-10', 7, 7)
  for (const query of [{ user_id: other.id }, { accountId: other.id }, { id: other.id }]) {
    const { body } = await member.call('GET', '/muser/server/log/fetch', query)
    expect([body.items, body.days.some((day: { u: number }) => day.u > 0)]).toEqual([[], false])
  }
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
  const [admin, first, second, a, b] = await Promise.all([
    t.admin(),
    t.member(),
    t.member(),
    t.node({ name: 'Busy' }),
    t.node({ name: 'Quiet' }),
  ])
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
    members: [
      { id: second.id, name: second.email, u: 1001, d: 1, billed_u: 1001, billed_d: 1 },
      { id: first.id, name: first.email, u: 100, d: 200, billed_u: 300, billed_d: 600 },
    ],
  })
  const ofOne = (await admin.call('GET', '/admin/traffic', { ...range, user_id: first.id, node_id: a.id })).body
  expect([ofOne.nodes.length, ofOne.members.length, ofOne.days[2].u]).toEqual([1, 1, 100])
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
  const { body } = await admin.call('GET', '/admin/traffic', { from: '2026-01-20', to: '2026-01-20' })
  expect(body.members.map((row: { u: number }) => row.u)).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i))
})
