import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { connect } from '../db/client.ts'
import { keepPartitions } from '../db/partitions/keep-partitions.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { createFetchLog, fetchLog } from './fetch-log.ts'
import { linkFetches } from './link-fetches.table.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const t = await forFile(startApp())
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', { 'subscription.alarm_networks': 3 })

const tokenOf = async ({ id }: Member): Promise<string> => (await t.subscription(id)).token
async function fetched(member: Member, addresses: string[], userAgent = 'clash.meta/1.19.0'): Promise<void> {
  const token = await tokenOf(member)
  for (const address of addresses) fetchLog(t.app).note({ token, userAgent, format: 'mihomo', address })
  await fetchLog(t.app).flush()
}
const mine = async (member: Member) => (await member.call('GET', '/muser/subscribe/fetches')).body
const flagged = async (member: Member) => (await admin.call('GET', `/admin/users/${member.id}`)).body.user.link_alarm_at
const addresses = (n: number): string[] => Array.from({ length: n }, (_, i) => `192.0.2.${i + 1}`)

test('a member and an operator see which client fetched the link, from where and when; the link is never shown', async () => {
  const [member, other] = [await t.member(), await t.member()]
  expect(await mine(member)).toEqual({
    items: [],
    total: 0,
    has_countries: false,
    alarm_at: null,
    alarm_networks: null,
    alarm_countries: null,
  })
  await fetched(member, ['192.0.2.1'])
  await fetched(member, ['2001:db8:0:1::5', '2001:db8:0:1::6'], 'Shadowrocket/2070 CFNetwork')
  const seen = await mine(member)
  expect(seen.items.map(({ client, network, country }: never) => [client, network, country])).toEqual(
    expect.arrayContaining([
      ['shadowrocket', '2001:db8:0:1::/64', null],
      ['mihomo', '192.0.2.1', null],
    ]),
  )
  expect(seen.total).toBe(2)
  expect(JSON.stringify(seen)).not.toContain(await tokenOf(member))
  expect((await admin.call('GET', `/admin/users/${member.id}/fetches`)).body).toEqual(seen)
  expect((await mine(other)).total).toBe(0)
  expect((await admin.call('GET', '/admin/users/999999/fetches')).status).toBe(404)
})

test('a client that fetches constantly is recorded once in ten minutes, over all processes', async () => {
  const member = await t.member()
  const token = await tokenOf(member)
  const logs = Array.from({ length: 20 }, () =>
    createFetchLog(t.database, {
      networkOf: (address) => address,
      countryOf: null,
      alarmNetworks: () => 3,
      now: () => new Date('2026-03-01T10:02:00Z'),
      onError: (error) => expect.fail(String(error)),
    }),
  )
  for (const log of logs)
    for (let i = 0; i < 5; i++) log.note({ token, userAgent: `clash.meta/1.19.${i}`, format: 'mihomo', address: '192.0.2.1' })
  await Promise.all(logs.map((log) => log.flush()))
  expect((await mine(member)).total).toBe(1)
})

test('a link fetched from too many networks within a day is marked until it is reset; the new one starts unmarked', async () => {
  const member = await t.member()
  await fetched(member, addresses(3))
  expect([await flagged(member), (await mine(member)).alarm_at]).toEqual([null, null])
  await fetched(member, addresses(4))
  const since = await flagged(member)
  expect(Date.parse(since)).toBeGreaterThan(0)
  expect((await mine(member)).alarm_at).toBe(since)
  const shared = (await admin.call('GET', '/admin/users', { state: 'link_alarm' })).body
  expect(shared).toMatchObject({ total: 1, items: [{ id: member.id }] })

  await member.call('GET', '/muser/resetSecurity')
  expect([await flagged(member), (await mine(member)).alarm_at]).toEqual([null, null])
  await fetched(member, ['192.0.2.77'])
  expect(await flagged(member)).toBe(null)
  expect((await mine(member)).total).toBe(5)
  await fetched(member, addresses(4))
  expect(await flagged(member)).not.toBe(null)
})

test('who says that all networks are the member’s own ends the mark and keeps the link; only further networks raise it again', async () => {
  const [member, stranger, support] = [await t.member(), await t.member(), await t.staff('support')]
  const clear = (by: Member, body = {}) => by.call('POST', `/admin/users/${member.id}/link-alarm/clear`, body)
  await fetched(member, addresses(5))
  expect(await flagged(member)).not.toBe(null)
  const token = await tokenOf(member)
  expect((await stranger.call('POST', '/muser/subscribe/alarm/clear')).status).toBe(200)
  expect(await flagged(member), 'nobody clears another’s').not.toBe(null)
  for (const status of [200, 200]) expect((await member.call('POST', '/muser/subscribe/alarm/clear')).status).toBe(status)
  expect([await flagged(member), (await mine(member)).alarm_at, await tokenOf(member)]).toEqual([null, null, token])
  t.travel(11 * MINUTE)
  await fetched(member, [...addresses(5), '192.0.2.51', '192.0.2.52', '192.0.2.53'])
  expect(await flagged(member), 'three are new').toBe(null)
  await fetched(member, ['192.0.2.54'])
  expect(await flagged(member)).not.toBe(null)

  expect((await clear(stranger, { reason: 'x' })).status).toBe(404)
  expect((await clear(support)).body.errors).toHaveProperty('reason')
  expect((await support.call('POST', '/admin/users/999999/link-alarm/clear', { reason: 'x' })).status).toBe(404)
  for (const status of [200, 200]) expect((await clear(support, { reason: 'a family on the road' })).status).toBe(status)
  expect(await flagged(member)).toBe(null)
  expect((await audited(t, 'member', member.id)).map(({ action, actorKind, reason }) => [action, actorKind, reason])).toEqual([
    ['member.clear_link_alarm', 'member', null],
    ['member.clear_link_alarm', 'staff', 'a family on the road'],
  ])
  // A new link starts with nothing known.
  await member.call('GET', '/muser/resetSecurity')
  await fetched(member, addresses(4))
  expect(await flagged(member)).not.toBe(null)
})

test('networks of the day before do not count, and weeks that ended thirty days ago are dropped', async () => {
  const own = await startApp()
  // On a Monday, so that the day after is of the same week.
  own.travel(((8 - own.app.now().getUTCDay()) % 7) * DAY)
  const member = await own.member()
  const { token } = await own.subscription(member.id)
  const note = async (from: number, to: number): Promise<void> => {
    for (let i = from; i <= to; i++) fetchLog(own.app).note({ token, userAgent: 'x', format: 'uri', address: `192.0.2.${i}` })
    await fetchLog(own.app).flush()
  }
  await note(1, 6)
  own.travel(DAY + 11 * MINUTE)
  await note(7, 11)
  expect((await member.call('GET', '/muser/subscribe/fetches')).body.alarm_at).toBe(null)
  await note(12, 17)
  expect((await member.call('GET', '/muser/subscribe/fetches')).body.alarm_at).not.toBe(null)
  const keepAfter = (days: number) => keepPartitions(own.database, own.app.settings(), new Date(own.app.now().getTime() + days * DAY))
  await keepAfter(30)
  expect(await own.database.db.$count(linkFetches)).toBe(17)
  await keepAfter(30 + 7)
  expect(await own.database.db.$count(linkFetches)).toBe(0)
  await own.stop()
})

test('hundreds of fetches of one second are all stored; while the database is away they are one error', async () => {
  const member = await t.member()
  const many = Array.from({ length: 600 }, (_, i) => `10.0.${Math.floor(i / 200)}.${i % 200}`)
  await fetched(member, many)
  expect(await t.database.db.$count(linkFetches, eq(linkFetches.accountId, member.id))).toBe(600)
  const errors: unknown[] = []
  const gone = connect('postgres://nobody@127.0.0.1:1/none')
  const given = { networkOf: (a: string) => a, countryOf: null, alarmNetworks: () => 3, now: t.app.now }
  const log = createFetchLog(gone, { ...given, onError: (error) => errors.push(error) })
  for (const address of many) log.note({ token: 'f'.repeat(32), userAgent: 'x', format: 'uri', address })
  await log.flush()
  expect(errors).toHaveLength(1)
  await gone.close()
})

test('a client that fetches its profile is recorded a moment later, one with a wrong link is not', async () => {
  const member = await t.member()
  const link = `${t.base}/s/${await tokenOf(member)}`
  const headers = { 'user-agent': 'Stash/2.7.1 Clash/1.9.0' }
  expect((await fetch(link, { headers })).status).toBe(200)
  expect((await fetch(`${t.base}/s/${'f'.repeat(32)}`, { headers })).status).toBe(403)
  fetchLog(t.app).note({ token: 'f'.repeat(32), userAgent: 'x', format: 'uri', address: '192.0.2.1' })
  await fetchLog(t.app).flush()
  const { items, total } = await mine(member)
  expect([total, items[0]]).toMatchObject([1, { client: 'stash', format: 'stash', network: '127.0.0.1' }])
  fetchLog(t.app).note({ token: await tokenOf(member), userAgent: 'x', format: 'uri', address: '192.0.2.1' })
  await expect.poll(async () => (await mine(member)).items[0]?.client).toBe('unknown')
})

const shop = await openShop(t)
const steps = async (member: Member, tradeNo: string) => (await member.call('GET', '/muser/order/steps', { trade_no: tradeNo })).body
const importLink = (member: Member) => fetched(member, ['192.0.2.1'])
const use = async ({ id }: Member): Promise<void> => {
  await t.database.db.update(subscriptions).set({ usedAt: t.app.now() }).where(eq(subscriptions.accountId, id))
}

test('after a purchase, the import of the link and the first traffic are seen as they happen', async () => {
  const { member, tradeNo } = await shop.order()
  // An app may ask before there is anything to import.
  await importLink(member)
  t.travel(10 * MINUTE)
  expect(await steps(member, tradeNo)).toEqual({ term_start: null, term_end: null, imported_at: null, used_at: null })
  await shop.takeCash(tradeNo)
  await t.runJobs()
  const { expiresAt } = await t.subscription(member.id)
  expect(await steps(member, tradeNo)).toEqual({
    term_start: expect.any(String),
    term_end: expiresAt?.toISOString(),
    imported_at: null,
    used_at: null,
  })
  t.travel(15 * MINUTE)
  await importLink(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: null })
  await use(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})

test('traffic does not prove an import: only a fetch of the link does', async () => {
  const { member, tradeNo } = await shop.bought()
  await use(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: null, used_at: expect.any(String) })
  await importLink(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})

test('a renewal and a change of plan keep the link, so what came before them counts', async () => {
  const plan = await t.plan()
  const { member, tradeNo } = await shop.bought(plan)
  await importLink(member)
  await use(member)
  t.travel(60 * MINUTE)
  const renewal = await shop.bought(plan, member)
  expect(await steps(member, renewal.tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
  expect(await steps(member, renewal.tradeNo)).toMatchObject({ term_start: (await steps(member, tradeNo)).term_end })
  const change = await shop.bought(await t.plan(), member)
  expect(await steps(member, change.tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})
