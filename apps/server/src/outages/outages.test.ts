import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { jobActor } from '../actor.ts'
import { events } from '../events/events.table.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { giveCompensation } from './compensate.ts'
import { outageGifts, outages, outageWatch } from './outages.table.ts'
import { tellOutage } from './tell-outage.ts'
import { watchNodes } from './watch-nodes.ts'

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]
let now = new Date('2026-03-10T04:00:00Z')
const t = await forFile(startApp({ now: () => now }))
const admin = await t.admin()
beforeEach(async () => {
  const standard = { 'node.offline_in_links': 'leave_out', 'compensation.enabled': false, 'site.timezone': 'UTC' }
  await admin.call('PATCH', '/admin/settings', standard)
  await watch()
})

const watch = () => watchNodes(t.database, jobActor('watch_nodes'), t.app.settings(), now)
/** Time passes while the named nodes keep in contact. */
async function pass(ms: number, heard: number[] = []): Promise<string[]> {
  const fallen: string[] = []
  for (const end = now.getTime() + ms; now.getTime() < end;) {
    now = new Date(Math.min(end, now.getTime() + 10 * SECOND))
    for (const id of heard) await contact(id)
    fallen.push(...(await watch()).down.map((node) => node.name))
  }
  return fallen
}
const contact = (nodeId: number) =>
  t.database.db
    .insert(nodeReports)
    .values({ nodeId, lastPullAt: now })
    .onConflictDoUpdate({ target: nodeReports.nodeId, set: { lastPullAt: now } })
async function node(name: string, groupId: number, values: Partial<typeof nodes.$inferInsert> = {}) {
  const made = await t.node({ name, groupIds: [groupId], watchedFrom: now, createdAt: now, ...values })
  if (values.parentId === undefined) await contact(made.id)
  return made
}
/** A member with a running plan who used a node some days ago. */
async function user(groupId: number, nodeId: number, daysAgo = 0, expiresAt = new Date(now.getTime() + 30 * DAY)): Promise<Member> {
  const member = await t.holder(groupId, { expiresAt })
  const day = new Date(now.getTime() - daysAgo * DAY).toISOString().slice(0, 10)
  await t.database.db.insert(trafficDaily).values({ accountId: member.id, nodeId, day, up: 1, down: 1, billedUp: 1, billedDown: 1 })
  return member
}
const told = async (member: Member) => (await messagesOf(member, 'node_outage')).map(({ data, ended }) => [data['node'], ended])
async function linkNames(member: Member): Promise<string[]> {
  const link = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const text = await (await fetch(link, { headers: { 'user-agent': 'v2rayN/7.0' } })).text()
  return Buffer.from(text, 'base64')
    .toString()
    .split('\r\n')
    .filter(Boolean)
    .map((uri) => decodeURIComponent(uri.split('#')[1] ?? ''))
}
const offlineSince = async (id: number) =>
  (await admin.call('GET', '/admin/nodes')).body.items.find((item: { id: number }) => item.id === id).offline_since
const outagesOf = (id: number) => t.database.db.select().from(outages).where(eq(outages.nodeId, id))

test('a silent node leaves new links within 30 s of its threshold, with its children, and returns after two contacts', async () => {
  const { id: groupId } = await t.group()
  const silent = await node('Silent', groupId)
  const good = await node('Good', groupId)
  await node('Entrance', groupId, { parentId: silent.id })
  const member = await t.holder(groupId)
  const began = now
  expect(await pass(300 * SECOND, [good.id])).toEqual([])
  expect(await linkNames(member)).toEqual(['Silent', 'Good', 'Entrance'])
  expect(await pass(30 * SECOND, [good.id])).toEqual(['Silent'])
  expect(await linkNames(member)).toEqual(['Good'])
  expect(await offlineSince(silent.id)).not.toBe(null)
  expect(await outagesOf(silent.id)).toMatchObject([{ beganAt: began, endedAt: null, reason: 'silent' }])

  await silent.pull('config')
  await pass(10 * SECOND, [silent.id, good.id])
  const heard = now
  await pass(100 * SECOND, [good.id])
  expect(await linkNames(member)).toEqual(['Good'])
  await pass(20 * SECOND, [silent.id, good.id])
  expect(await linkNames(member)).toEqual(['Silent', 'Good', 'Entrance'])
  const [outage] = await outagesOf(silent.id)
  expect(Math.abs(outage!.endedAt!.getTime() - heard.getTime())).toBeLessThanOrEqual(20 * SECOND)
})

test('one contact, or two too far apart, do not bring a node back', async () => {
  const { id: groupId } = await t.group()
  const [shaky, good] = [await node('Shaky', groupId), await node('Good', groupId)]
  const member = await t.holder(groupId)
  await pass(320 * SECOND, [good.id])
  for (let i = 0; i < 3; i++) {
    await contact(shaky.id)
    await pass(310 * SECOND, [good.id])
  }
  expect(await linkNames(member)).toEqual(['Good'])
  expect(await outagesOf(shaky.id)).toHaveLength(1)
})

test('the settings decide whether links mark or keep a node that is down; if a whole group is down, all stay', async () => {
  const { id: groupId } = await t.group()
  const [silent, good] = [await node('Silent', groupId), await node('Good', groupId)]
  const member = await t.holder(groupId)
  await pass(320 * SECOND, [good.id])
  await admin.call('PATCH', '/admin/settings', { 'node.offline_in_links': 'mark' })
  expect(await linkNames(member)).toEqual(['⚠️ Silent', 'Good'])
  await admin.call('PATCH', '/admin/settings', { 'node.offline_in_links': 'keep' })
  expect(await linkNames(member)).toEqual(['Silent', 'Good'])
  await admin.call('PATCH', '/admin/settings', { 'node.offline_in_links': 'leave_out' })
  expect(await linkNames(member)).toEqual(['Good'])
  await pass(320 * SECOND)
  expect(await offlineSince(good.id)).not.toBe(null)
  expect(await linkNames(member)).toEqual(['Silent', 'Good'])
  expect(await outagesOf(silent.id)).toHaveLength(1)
})

test('draining and maintenance leave new links at once, and a silent node in maintenance has no outage', async () => {
  const { id: groupId } = await t.group()
  const [first, second, third] = [await node('A', groupId), await node('B', groupId), await node('C', groupId)]
  const member = await t.holder(groupId)
  await admin.call('PATCH', `/admin/nodes/${first.id}`, { state: 'maintenance' })
  await admin.call('PATCH', `/admin/nodes/${second.id}`, { state: 'draining' })
  expect(await linkNames(member)).toEqual(['C'])
  expect((await second.pull('user')).body.users).toHaveLength(1)
  await pass(400 * SECOND, [second.id, third.id])
  expect(await outagesOf(first.id)).toEqual([])
  // Its silence counts from the end of the maintenance.
  await admin.call('PATCH', `/admin/nodes/${first.id}`, { state: 'enabled' })
  expect(await pass(290 * SECOND, [third.id, second.id])).toEqual([])
  expect(await pass(30 * SECOND, [third.id, second.id])).toEqual(['A'])
})

test('time during which the server was not running is no outage', async () => {
  const { id: groupId } = await t.group()
  const one = await node('One', groupId)
  now = new Date(now.getTime() + 3600 * SECOND)
  expect((await watch()).down).toEqual([])
  expect(await pass(290 * SECOND)).toEqual([])
  expect(await pass(30 * SECOND)).toContain('One')
  const [outage] = await outagesOf(one.id)
  expect(now.getTime() - outage!.beganAt.getTime()).toBeLessThan(330 * SECOND)
})

test('a node that never called leaves links without an outage; deleting a node ends its outage', async () => {
  const { id: groupId } = await t.group()
  const never = await t.node({ name: 'Never', groupIds: [groupId], watchedFrom: now })
  const [gone, good] = [await node('Gone', groupId), await node('Good', groupId)]
  const member = await t.holder(groupId)
  await pass(320 * SECOND, [good.id])
  expect(await linkNames(member)).toEqual(['Good'])
  expect(await outagesOf(never.id)).toEqual([])
  await admin.call('DELETE', `/admin/nodes/${gone.id}`)
  await watch()
  expect((await outagesOf(gone.id))[0]!.endedAt).toEqual(now)
})

test('many simultaneous checks record one outage, and a check without news leaves the catalog alone', async () => {
  const { id: groupId } = await t.group()
  const [one, good] = [await node('One', groupId), await node('Good', groupId)]
  await pass(295 * SECOND, [good.id])
  now = new Date(now.getTime() + 20 * SECOND)
  await atOnce(watch)
  expect(await outagesOf(one.id)).toHaveLength(1)
  const version = async () => (await t.database.pool.query(`select value from versions where name = 'catalog'`)).rows[0].value
  const before = await version()
  await pass(60 * SECOND, [good.id])
  expect(await version()).toBe(before)
  expect(await t.database.db.select().from(outageWatch)).toHaveLength(1)
})

async function outage(name: string, groupId: number, ms: number): Promise<{ id: number; nodeId: number; good: number }> {
  const [one, good] = [await node(name, groupId), await node('Good', groupId)]
  await pass(ms, [good.id])
  await pass(40 * SECOND, [one.id, good.id])
  const [row] = await outagesOf(one.id)
  return { id: row!.id, nodeId: one.id, good: good.id }
}
const unread = async (member: Member) =>
  (await member.call('POST', '/api/msg/fetch', { unread: true, types: ['outage_compensation'] })).body

test('a long outage compensates each member with a running plan once, and they see it until they dismiss it', async () => {
  await admin.call('PATCH', '/admin/settings', {
    'compensation.enabled': true,
    'compensation.minutes': 10,
    'compensation.kind': 'days',
    'compensation.days': 2,
  })
  const { id: groupId } = await t.group()
  const { id: other } = await t.group()
  const members = await Promise.all([t.holder(groupId), t.holder(groupId, { expiresAt: null }), t.holder(other)])
  const expired = await t.holder(groupId, { expiresAt: new Date(now.getTime() - DAY) })
  const banned = await t.holder(groupId)
  await t.ban(banned.id)
  const before = (await t.subscription(members[0].id)).expiresAt!
  const short = await outage('Short', groupId, 7 * MINUTE)
  await t.runJobs()
  expect(await t.subscription(members[0].id)).toMatchObject({ expiresAt: before })
  expect((await t.database.db.select().from(outages).where(eq(outages.id, short.id)))[0]!.compensation).toBe(null)

  const long = await outage('Long', groupId, 15 * MINUTE)
  await t.runJobs()
  await t.runJobs()
  const given = await t.database.db.select().from(outageGifts).where(eq(outageGifts.outageId, long.id))
  expect(given.map((row) => row.accountId)).toEqual([members[0].id])
  expect((await t.subscription(members[0].id)).expiresAt!.getTime() - before.getTime()).toBe(2 * DAY)
  expect((await t.subscription(expired.id)).expiresAt!.getTime()).toBeLessThan(now.getTime())

  const [event, ...more] = (await unread(members[0])).items
  const { began_at, ended_at } = (await admin.call('GET', '/admin/outages', { node: long.nodeId })).body.items[0]
  const compensation = { kind: 'days', days: 2 }
  expect(event.content).toMatchObject({ type: 'outage_compensation', data: { node: 'Long', began_at, ended_at, compensation } })
  expect(more).toEqual([])
  const others = [members[1].id, members[2].id, expired.id, banned.id]
  expect(await t.database.db.select().from(events).where(inArray(events.accountId, others))).toEqual([])
  expect((await members[0].call('POST', '/muser/messages/read', { ids: [event.id] })).status).toBe(200)
  await t.runJobs()
  expect(await unread(members[0])).toMatchObject({ items: [], unread: 0 })
  const listed = (await admin.call('GET', '/admin/outages', { node: long.nodeId })).body
  expect(listed).toMatchObject({ total: 1, items: [{ id: long.id, compensated: 1, compensation: { kind: 'days', days: 2 } }] })
  expect(await audited(t, 'outage', short.id)).toEqual([])
  expect(await audited(t, 'outage', long.id)).toMatchObject([
    { actorKind: 'job', actorId: null, actorName: 'watch_nodes', after: { compensation: { kind: 'days', days: 2 } } },
  ])
})

test('an operator who compensates by hand sees how many members first; repeated calls compensate once', async () => {
  const { id: groupId } = await t.group()
  const members = await Promise.all(
    Array.from({ length: 3 }, () => t.holder(groupId, { nextResetAt: new Date(now.getTime() + 5 * DAY), anchorDay: 15 })),
  )
  // Their quota has no room left, so the gift is refused.
  const full = await t.holder(groupId, { transferEnable: Number.MAX_SAFE_INTEGER - 1 })
  const { id } = await outage('One', groupId, 6 * MINUTE)
  const body = { kind: 'traffic', bytes: 5 * 2 ** 30 }
  expect((await admin.call('POST', `/admin/outages/${id}/compensation/preview`, body)).body).toEqual({ members: 4 })
  const answers = await atOnce(() => admin.call('POST', `/admin/outages/${id}/compensation`, body))
  expectOne(answers, 'outage.compensated')
  expect(await audited(t, 'outage', id)).toMatchObject([
    { actorKind: 'staff', actorId: admin.id, action: 'outage.compensate', before: { compensation: null }, after: { compensation: body } },
  ])
  await atOnce(() => giveCompensation(t.database, { id, barred: null }, now, 'UTC'))
  await t.runJobs()
  expect((await unread(full)).items).toEqual([])
  for (const member of members) {
    expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 15 * 2 ** 30, extraBytes: 5 * 2 ** 30 })
    expect((await unread(member)).items).toMatchObject([
      { content: { type: 'outage_compensation', data: { node: 'One', compensation: body } } },
    ])
  }
  const newcomer = await t.holder(groupId)
  expect((await unread(newcomer)).items).toEqual([])
  expect((await admin.call('POST', `/admin/outages/${id}/compensation/preview`, { kind: 'days', days: 0 })).status).toBe(422)
})

test('visitors see locations with their days and incidents, never an address or a hidden node', async () => {
  const { id: groupId } = await t.group()
  const two = [await node('Osaka 01', groupId), await node('Osaka 02', groupId, { host: 'osaka.example.com' })]
  await node('Secret place', groupId, { state: 'hidden' })
  await node('Cable 7', groupId, { tags: ['location:Nagoya'], state: 'maintenance' })
  await t.node({ name: 'Nowhere', groupIds: [groupId] })
  await pass(20 * MINUTE, [two[0]!.id])
  now = new Date(now.getTime() + 15 * SECOND)
  const { status, body } = await t.call('GET', '/api/service/status')
  expect(status).toBe(200)
  const osaka = body.locations.find((place: { name: string }) => place.name === 'Osaka')
  expect(osaka).toMatchObject({ status: 'partly' })
  expect(osaka.days).toHaveLength(90)
  expect(osaka.days[0].uptime).toBe(null)
  // One of two was down for its whole life so far.
  expect(osaka.days[89].uptime).toBeGreaterThan(4900)
  expect(osaka.days[89].uptime).toBeLessThan(5100)
  expect(body.locations.find((place: { name: string }) => place.name === 'Nagoya')).toMatchObject({ status: 'maintenance' })
  expect(body.incidents).toContainEqual({ location: 'Osaka', began_at: expect.any(String), ended_at: null })
  for (const secret of ['Secret', 'Nowhere', 'example.com', 'Osaka 01']) expect(JSON.stringify(body)).not.toContain(secret)
  // Results are kept for 15 s.
  await contact(two[1]!.id)
  now = new Date(now.getTime() + 10 * SECOND)
  expect((await t.call('GET', '/api/service/status')).body.checked_at).toBe(body.checked_at)
  const { items } = (await admin.call('GET', '/admin/outages/uptime')).body
  expect(items.find((item: { node_id: number }) => item.node_id === two[0]!.id)).toMatchObject({ uptime: 10_000, outages: 0 })
})

test('members who used a node in the last days get one message that it is down, which ends when the node is back', async () => {
  const { id: groupId } = await t.group()
  const { id: other } = await t.group()
  const [silent, good] = [await node('Tokyo', groupId), await node('Good', groupId)]
  const entrance = await node('Entrance', groupId, { parentId: silent.id })
  const [uses, enters, before] = [await user(groupId, silent.id), await user(groupId, entrance.id), await user(groupId, silent.id, 3)]
  const [elsewhere, moved] = [await user(groupId, good.id), await user(other, silent.id)]
  const expired = await user(groupId, silent.id, 0, new Date(now.getTime() - 1))
  await pass(330 * SECOND, [good.id])
  await t.runJobs()
  const [outage] = await outagesOf(silent.id)
  await atOnce(() => tellOutage(t.database, outage!.id, now, 'UTC'))
  for (const member of [uses, enters]) expect(await told(member)).toEqual([['Tokyo', false]])
  for (const member of [before, elsewhere, moved, expired]) expect(await told(member)).toEqual([])
  await pass(40 * SECOND, [silent.id, good.id])
  expect(await told(uses)).toEqual([['Tokyo', true]])
  // A late run tells nobody of what is over.
  const late = await user(groupId, silent.id)
  await tellOutage(t.database, outage!.id, now, 'UTC')
  expect(await told(late)).toEqual([])
})

test('an outage that ends while its messages are written leaves none open', async () => {
  const { id: groupId } = await t.group()
  const [silent, good] = [await node('Osaka', groupId), await node('Good', groupId)]
  const members = await Promise.all(Array.from({ length: 5 }, () => user(groupId, silent.id)))
  await pass(330 * SECOND, [good.id])
  const [outage] = await outagesOf(silent.id)
  await contact(silent.id)
  await pass(10 * SECOND, [silent.id, good.id])
  now = new Date(now.getTime() + 20 * SECOND)
  await contact(silent.id)
  await Promise.all([...Array.from({ length: 10 }, () => tellOutage(t.database, outage!.id, now, 'UTC')), watch()])
  expect((await outagesOf(silent.id))[0]!.endedAt).not.toBeNull()
  for (const member of members) expect((await told(member)).filter(([, ended]) => !ended)).toEqual([])
})
