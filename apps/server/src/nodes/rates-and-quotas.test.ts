import { areApart, rateAt } from '@portico/contract/nodes'
import { emptySettings } from '@portico/contract/empty-settings'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { beginDueQuotas } from './node-quota.ts'
import { nodeReports } from './nodes.table.ts'

const night = { start: '22:00', end: '02:00', rate: 50 }
const minute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
let now = new Date('2026-01-30T16:30:00Z') // the 31st in Shanghai
const t = await forFile(startApp({ now: () => now }))

test.each([
  ['21:59', 100],
  ['22:00', 50],
  ['23:59', 50],
  ['00:00', 50],
  ['01:59', 50],
  ['02:00', 100],
  ['12:00', 100],
])('with half the rate from 22:00 to 02:00, a byte at %s counts %i hundredths', (clock, rate) => {
  expect(rateAt(100, [night], minute(clock))).toBe(rate)
})

test('the end minute belongs to the next range, and a range may end at midnight', () => {
  const ranges = [
    { start: '08:00', end: '12:00', rate: 10 },
    { start: '12:00', end: '24:00', rate: 20 },
  ]
  expect([minute('11:59'), minute('12:00'), 1439, 0].map((at) => rateAt(100, ranges, at))).toEqual([10, 20, 20, 100])
})

test.each([
  [[night], true],
  [[night, { start: '02:00', end: '22:00', rate: 1 }], true],
  [[night, { start: '01:59', end: '03:00', rate: 1 }], false],
  [[night, { start: '21:00', end: '22:01', rate: 1 }], false],
  [[night, { start: '23:00', end: '23:30', rate: 1 }], false],
  [[{ start: '05:00', end: '05:00', rate: 1 }], false],
  [[{ start: '00:00', end: '24:00', rate: 1 }], true],
  [[], true],
])('%j do not overlap: %s', (ranges, apart) => {
  expect(areApart(ranges)).toBe(apart)
})

test('a push is billed at the rate of the hour in the site’s zone, and members see the current rate', async () => {
  now = new Date('2026-03-01T13:59:59Z') // 21:59:59 in Shanghai
  const [admin, node, member] = await Promise.all([t.admin(), t.node(), t.member()])
  await t.subscribe(member.id, node.groupId)
  const saved = await admin.call('PATCH', `/admin/nodes/${node.id}`, { rate_ranges: [night] })
  expect(saved.body).toMatchObject({ rate: 100, rate_ranges: [night] })
  const shown = async () => (await member.call('GET', '/muser/server/fetch')).body.items[0]
  expect(await shown()).toMatchObject({ rate: 100, rate_ranges: [night] })
  await node.post('push', { [member.id]: [100, 0] })
  now = new Date('2026-03-01T14:00:00Z')
  expect(await shown()).toMatchObject({ rate: 50 })
  await node.post('push', { [member.id]: [10, 0] })
  now = new Date('2026-03-01T18:00:00Z')
  await node.post('push', { [member.id]: [1, 0] })
  expect((await t.used(member.id))[0]).toBe(106)
  const clash = await admin.call('PATCH', `/admin/nodes/${node.id}`, { rate_ranges: [night, night] })
  expect([clash.status, Object.keys(clash.body.errors)]).toEqual([422, ['rate_ranges']])
  expect((await admin.call('PATCH', `/admin/nodes/${node.id}`, { rate_ranges: [{ ...night, end: '25:00' }] })).status).toBe(422)
})

test('a node over its quota leaves subscriptions, with its children, until its counters reset', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node({ name: 'Small' })])
  const member = await t.holder(node.groupId, { transferEnable: 2 ** 50 })
  const child = await t.node({ name: 'Entrance', groupIds: node.groupIds, parentId: node.id })
  const { body } = await member.call('GET', '/muser/getSubscribe')
  const seen = async () => {
    const text = await (await fetch(`${body.subscribe_url}?flag=sing-box`)).text()
    return ['Small', 'Entrance'].filter((name) => text.includes(name))
  }
  expect(await seen()).toEqual(['Small', 'Entrance'])
  const change = async (values: Record<string, unknown>) => (await admin.call('PATCH', `/admin/nodes/${node.id}`, values)).body
  expect(await change({ quota: 1000, quota_reset_day: 31 })).toMatchObject({ quota: 1000, quota_used: 0, exhausted: false })
  await node.post('push', { [member.id]: [400, 599] })
  expect(await seen()).toEqual(['Small', 'Entrance'])
  await node.post('push', { [member.id]: [0, 1] })
  expect(await seen()).toEqual([])
  expect((await member.call('GET', '/muser/server/fetch')).body.items).toEqual([])
  // It still serves connected members, and what they use is charged.
  expect((await node.pull('user')).body.users[0].id).toBe(member.id)
  expect(await change({ quota: 2000 })).toMatchObject({ quota_used: 1000, exhausted: false })
  expect(await seen()).toEqual(['Small', 'Entrance'])
  expect(await change({ quota: 500 })).toMatchObject({ exhausted: true })
  const reset = await admin.call('POST', `/admin/nodes/${node.id}/quota/reset`)
  expect(reset.body).toMatchObject({ quota_used: 0, exhausted: false })
  expect((await audited(t, 'node', node.id)).at(-1)).toMatchObject({
    actorKind: 'staff',
    actorId: admin.id,
    action: 'node.reset_quota',
    before: { up: 400, down: 600, exhaustedAt: expect.any(String) },
    after: { up: 0, down: 0, exhaustedAt: null },
  })
  expect(await seen()).toEqual(['Small', 'Entrance'])
  await node.post('push', { [member.id]: [900, 0] })
  expect(await seen()).toEqual([])
  expect(await change({ quota: null })).toMatchObject({ exhausted: false })
  expect((await admin.call('POST', `/admin/nodes/${child.id}/quota/reset`)).status).toBe(200)
})

test('counters reset once on their day of the month, on the last day of a shorter month', async () => {
  now = new Date('2026-01-30T16:30:00Z')
  const node = await t.node({ quota: 10, quotaResetDay: 31 })
  const usedOf = async () => (await t.database.db.select().from(nodeReports).where(eq(nodeReports.nodeId, node.id)))[0]!.up
  const begin = () => beginDueQuotas(t.database, now, 'Asia/Shanghai')
  await node.post('push', { 1: [20, 0] })
  await begin()
  expect(await usedOf()).toBe(20)
  now = new Date('2026-02-27T15:59:00Z')
  await begin()
  expect(await usedOf()).toBe(20)
  now = new Date('2026-02-27T16:00:00Z') // the 28th
  await begin()
  expect(await usedOf()).toBe(0)
  await node.post('push', { 1: [7, 0] })
  now = new Date('2026-03-30T15:00:00Z')
  await begin()
  expect(await usedOf()).toBe(7)
  // The job runs ten days late.
  now = new Date('2026-04-10T00:00:00Z')
  await begin()
  await node.post('push', { 1: [3, 0] })
  await begin()
  expect(await usedOf()).toBe(3)
})

test('a child shares its parent’s members, state and key, and keeps the key when the parent is deleted', async () => {
  const admin = await t.admin()
  const settings = { ...emptySettings('shadowsocks'), cipher: '2022-blake3-aes-128-gcm' as const }
  const input = { name: 'N', host: 'a.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled', settings }
  const make = async (values: object) => (await admin.call('POST', '/admin/nodes', { ...input, ...values })).body
  const [one, two] = [await t.group(), await t.group()]
  const parent = await make({ group_ids: [one.id] })
  const child = await make({ group_ids: [two.id], parent_id: parent.node.id })
  const key = parent.node.settings.server_key
  expect(child.node).toMatchObject({ parent_id: parent.node.id, settings: { server_key: key } })
  expect(key).toHaveLength(24)

  // The parent's process serves members who come in through the child.
  const member = await t.holder(two.id)
  const call = (action: string) =>
    fetch(`${t.base}/api/v1/server/UniProxy/${action}?node_id=${parent.node.id}&node_type=shadowsocks&token=${parent.secret}`)
  expect(((await (await call('user')).json()) as { users: { id: number }[] }).users.map((user) => user.id)).toEqual([member.id])
  const status = async () => (await member.call('GET', '/muser/server/fetch')).body.items[0].status
  await expect.poll(status).toBe('idle')
  const report = await fetch(`${t.base}/api/v1/server/v3/report?node_id=${parent.node.id}&token=${parent.secret}`, {
    method: 'POST',
    body: JSON.stringify({ boot_id: 'b', sequence: 1, counters: { [member.id]: [5, 5] } }),
  })
  expect(report.status).toBe(200)
  expect((await t.used(member.id))[0]).toBe(5)

  // A new key reaches the child.
  const fresh = (await admin.call('POST', '/admin/nodes/keys')).body.ss2022_16
  await admin.call('PATCH', `/admin/nodes/${parent.node.id}`, { settings: { ...parent.node.settings, server_key: fresh } })
  const shown = async () => (await admin.call('GET', '/admin/nodes')).body.items.find((item: { id: number }) => item.id === child.node.id)
  expect((await shown()).settings.server_key).toBe(fresh)

  // One level deep, never a circle.
  const refused = async (id: number, parent_id: number) => (await admin.call('PATCH', `/admin/nodes/${id}`, { parent_id })).body.errors
  expect(await refused(parent.node.id, parent.node.id)).toHaveProperty('parent_id')
  expect(await refused(parent.node.id, child.node.id)).toHaveProperty('parent_id')
  expect(await refused(child.node.id, 999_999)).toHaveProperty('parent_id')
  const other = await make({ group_ids: [] })
  expect(await refused(other.node.id, child.node.id)).toHaveProperty('parent_id')
  expect(await refused(parent.node.id, other.node.id)).toHaveProperty('parent_id')

  await admin.call('DELETE', `/admin/nodes/${parent.node.id}`)
  expect(await shown()).toMatchObject({ parent_id: null, settings: { server_key: fresh }, group_ids: [two.id] })
})
