import { emptySettings } from '@portico/contract/empty-settings'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { dropOldWatch } from './drop-old.ts'
import { reportAlarms } from './report-watch.table.ts'
import { watchReports } from './watch-reports.ts'

let clock = Date.UTC(2026, 10, 10, 9, 30)
const t = await forFile(startApp({ now: () => new Date(clock), env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const operator = await t.admin()

const MB = 1e6
const GB = 1e9
const MINUTE = 60_000
const HOUR = 60 * MINUTE
type Node = Awaited<ReturnType<TestApp['node']>>

async function nodeWith(members: number, line: number, speedLimit: number | null = null): Promise<{ node: Node; ids: number[] }> {
  const node = await t.node({ name: 'Tokyo 1', createdAt: new Date(clock), watchedFrom: new Date(clock), lineSpeed: line })
  const ids: number[] = []
  for (let i = 0; i < members; i++) {
    const { id } = await t.member()
    await t.subscribe(id, node.groupId, { transferEnable: 9e14, speedLimit, expiresAt: null })
    ids.push(id)
  }
  return { node, ids }
}
/** The statistics and the watch, as their jobs run them each minute. */
async function look(): Promise<void> {
  await countTraffic(t.database, new Date(clock))
  await watchReports(t.database, 10_000, new Date(clock))
}
async function alarms(
  node: Node,
): Promise<{ id: number; kind: string; answer: string | null; member: { id: number } | null; value: number; usual: number }[]> {
  const { items } = (await operator.call('GET', '/admin/report-alarms', { page_size: 100 })).body
  return items.filter((one: { node: { id: number } }) => one.node.id === node.id)
}
const kindsOf = async (node: Node) => (await alarms(node)).map(({ kind }) => kind).toSorted()
const settle = async (node: Node) => {
  for (const { id } of await alarms(node))
    expect((await operator.call('POST', `/admin/report-alarms/${id}/settlement`, { reason: 'seen' })).status).toBe(200)
}
const each = (ids: number[], up: number, down: number) => Object.fromEntries(ids.map((id, i) => [id, [up + i, down]]))

test('a thief just below the line’s speed raises an alarm within five minutes, and honest traffic raises none in an hour', async () => {
  // 1 Gbit/s is 7.5 GB a minute. Twenty members share it, and none has a speed limit.
  const { node, ids } = await nodeWith(20, 1000)
  for (let minute = 0; minute < 60; minute++) {
    clock += MINUTE
    await node.post('push', each(ids, MB, 20 * MB))
    if (minute % 4 === 0) await look()
  }
  expect(await kindsOf(node)).toEqual([])
  let first: number | null = null
  for (let minute = 1; minute <= 60; minute++) {
    clock += MINUTE
    await node.post('push', each(ids, MB, 20 * MB))
    expect((await node.post('push', each(ids.slice(0, 1), minute, 6.3 * GB))).status).toBe(200)
    if (minute > 10) continue
    await look()
    if ((await kindsOf(node)).includes('full_line')) first ??= minute
  }
  expect(first).toBeLessThanOrEqual(5)
  expect((await operator.call('GET', '/admin/held-reports')).body.total).toBe(0)
})

test('a member above the speed of their plan raises an alarm within five minutes; one at the limit does not', async () => {
  const { node, ids } = await nodeWith(2, 10_000, 100)
  for (let minute = 1; minute <= 5; minute++) {
    clock += MINUTE
    await node.post('push', { [ids[0]!]: [minute, 750 * MB], [ids[1]!]: [minute, 1500 * MB] })
    await look()
  }
  expect(await alarms(node)).toMatchObject([{ kind: 'speed', member: { id: ids[1] }, value: 25 * MB, usual: 12.5 * MB }])
})

test('ten times a member’s usual hour raises an alarm; nine times does not', async () => {
  const { node, ids } = await nodeWith(2, 10_000)
  clock = Math.ceil(clock / HOUR) * HOUR
  for (let hour = 0; hour < 5; hour++) {
    for (const id of ids) await node.post('push', { [id]: [hour, GB] })
    await look()
    clock += HOUR
  }
  await node.post('push', { [ids[0]!]: [0, 9 * GB], [ids[1]!]: [0, 10 * GB + 100] })
  await look()
  expect(await alarms(node)).toMatchObject([{ kind: 'tenfold', member: { id: ids[1] } }])
})

test('six hours of outage and the catch-up of a busy node raise no alarm', async () => {
  const { node, ids } = await nodeWith(3, 10_000, 100)
  const push = (minutes: number) => node.post('push', each(ids, minutes, 300 * MB * minutes))
  for (let minute = 0; minute < 20; minute++) {
    clock += MINUTE
    await push(1)
    await node.pull('user')
  }
  clock += 6 * HOUR
  await push(360)
  for (let minute = 0; minute < 10; minute++) {
    await look()
    clock += MINUTE
    await push(1)
  }
  expect(await kindsOf(node)).toEqual([])
})

test('a settled alarm stays quiet for six hours and comes back if its cause is still there; settling twice changes nothing', async () => {
  const { node, ids } = await nodeWith(1, 10_000, 100)
  const rush = async () => {
    for (let minute = 1; minute <= 5; minute++) {
      clock += MINUTE
      await node.post('push', { [ids[0]!]: [clock % 9973, 1500 * MB] })
      await look()
    }
  }
  await rush()
  const [alarm] = await alarms(node)
  await settle(node)
  await rush()
  expect(await kindsOf(node)).toEqual([])
  for (let hours = 0; hours < 7; hours++) {
    clock += HOUR
    await node.pull('user')
  }
  clock += 10 * MINUTE
  await rush()
  await rush()
  expect(await kindsOf(node)).toEqual(['speed'])
  await settle(node)
  expect((await operator.call('POST', `/admin/report-alarms/${alarm!.id}/settlement`, { reason: 'seen' })).status).toBe(200)
})

test('settled alarms are kept for half a year, open ones until they are settled', async () => {
  const later = new Date(clock + 200 * 24 * HOUR)
  const { db } = t.database
  const alarm = { kind: 'full_line' as const, accountId: null, value: 1, usual: 1, beganAt: new Date(clock), lastAt: new Date(clock) }
  const { node } = await nodeWith(0, 1000)
  await db.insert(reportAlarms).values([
    { ...alarm, nodeId: node.id, subject: 'settled', settledAt: new Date(clock) },
    { ...alarm, nodeId: node.id, subject: 'open' },
  ])
  await dropOldWatch(t.database, later)
  expect((await db.select().from(reportAlarms).where(eq(reportAlarms.nodeId, node.id))).map(({ subject }) => subject)).toEqual(['open'])
})

test('calls with a node’s secret from elsewhere are refused and reported; without a list any address may call', async () => {
  const { node, ids } = await nodeWith(1, 10_000)
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const [home, thief] = ['198.51.100.7', '203.0.113.66']
  const { db } = t.database
  expect((await node.pull('user', from(thief))).status).toBe(200)
  await db
    .update(nodes)
    .set({ callAddresses: ['198.51.100.0/28', '2001:db8::/64'] })
    .where(eq(nodes.id, node.id))
  expect((await node.pull('user', from(thief))).status).toBe(403)
  expect((await node.post('push', { [ids[0]!]: [1, 1] }, from(thief))).body.message).toBe(
    'Calls of this node may not come from this address.',
  )
  const v2 = (path: string, ip: string) =>
    fetch(`${t.base}${path}?node_id=${node.id}&token=${node.secret}`, { method: 'POST', body: '{}', ...from(ip) })
  expect((await v2('/api/v2/server/report', thief)).status).toBe(403)
  expect((await v2('/api/v1/server/v3/report', thief)).status).toBe(403)
  expect((await v2('/api/v2/server/report', home)).status).toBe(200)
  expect((await node.post('push', { [ids[0]!]: [1, 1] }, from(home))).status).toBe(200)
  expect((await node.pull('user', from('2001:db8::1:2'))).status).toBe(200)
  expect((await node.pull('user', from('198.51.100.16'))).status).toBe(403)
  expect(await alarms(node)).toMatchObject([
    { kind: 'address', address: '198.51.100.16', value: 1 },
    { kind: 'address', address: thief, value: 4 },
  ])
})

test('a node’s form takes its line speed and addresses, and refuses what is no address', async () => {
  const { node } = await nodeWith(0, 1000)
  const change = (body: object) => operator.call('PATCH', `/admin/nodes/${node.id}`, { ...body })
  const both = { line_speed: 500, call_addresses: ['192.0.2.1', '2001:db8::/32'] }
  expect((await change(both)).body).toMatchObject(both)
  expect((await change({ line_speed: null, call_addresses: [] })).body).toMatchObject({ line_speed: null, call_addresses: [] })
  for (const wrong of ['example.com', '192.0.2.0/33', '192.0.2', '2001:db8::/129']) {
    const answer = await change({ call_addresses: [wrong] })
    expect([answer.status, answer.body.errors]).toMatchObject([422, { 'call_addresses.0': [expect.stringContaining('IP address')] }])
  }
})

test('a node that calls and reports nothing for hours raises an alarm once three members fetched it; one that reports does not', async () => {
  const [mute, fine] = [await nodeWith(3, 1000), await nodeWith(3, 1000)]
  const fetched = async ({ ids, node }: typeof mute, count: number) => {
    const row = { slot: new Date(clock), link: 'a', client: 'mihomo', network: '192.0.2.1', format: 'mihomo', at: new Date(clock) }
    for (const accountId of ids.slice(0, count))
      await t.database.db.insert(linkFetches).values({ ...row, accountId, groupId: node.groupId })
  }
  clock += 5 * HOUR
  await fetched(mute, 2)
  await fetched(fine, 3)
  clock += 2 * HOUR
  await fine.node.post('push', { [fine.ids[0]!]: [1, 2] })
  // A pull is noted a moment after its answer.
  for (const { node } of [mute, fine])
    await t.database.db
      .insert(nodeReports)
      .values({ nodeId: node.id, lastPullAt: new Date(clock) })
      .onConflictDoUpdate({ target: nodeReports.nodeId, set: { lastPullAt: new Date(clock) } })
  await look()
  expect([await alarms(mute.node), await alarms(fine.node)]).toEqual([[], []])
  await fetched(mute, 3)
  await look()
  expect(await alarms(mute.node)).toMatchObject([{ kind: 'unreported', member: null, value: 3 }])
  expect(await alarms(fine.node)).toEqual([])
})

test('a machine whose program is older than one of its nodes needs raises an alarm for that node alone', async () => {
  const [old, fine] = [await nodeWith(1, 1000), await nodeWith(1, 1000)]
  const body = {
    name: 'a machine',
    notes: '',
    is_active: true,
    node_ids: [old.node.id, fine.node.id],
    software: 'v2node',
    software_version: '0.0.5',
  }
  expect((await operator.call('POST', '/admin/machines', body)).status).toBe(200)
  await look()
  expect(await alarms(old.node)).toEqual([])
  // Saving would refuse it: this is a node from before a part was known.
  await t.database.db
    .update(nodes)
    .set({ settings: emptySettings('anytls') })
    .where(eq(nodes.id, old.node.id))
  await look()
  expect(await alarms(old.node)).toMatchObject([{ kind: 'outdated', member: null, answer: 'v2node 0.0.5 lacks anytls' }])
  expect(await alarms(fine.node)).toEqual([])
})
