import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countryFile } from '../../test/country-file.ts'
import { type Member, startApp } from '../../test/harness.ts'
import { fetchLog } from './fetch-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-countries-'))
const path = join(folder, 'countries.mmdb')
writeFileSync(path, countryFile({ '192.0.2.0/25': 'DE', '192.0.2.128/25': 'SG', '2001:db8::/32': 'JP' }))
const t = await startApp({ env: { GEOIP_FILE: path } })
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', { 'subscription.alarm_networks': 2 })
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true })
})

async function fetched(member: Member, addresses: string[], userAgent = 'clash.meta/1.19.0'): Promise<void> {
  const { token } = await t.subscription(member.id)
  for (const address of addresses) fetchLog(t.app).note({ token, userAgent, format: 'mihomo', address })
  await fetchLog(t.app).flush()
}

test('a fetch has the country of its address, also with IPv6, and none where it is unknown', async () => {
  const member = await t.member()
  await fetched(member, ['192.0.2.1', '2001:db8::7', '203.0.113.5'])
  const { items, has_countries: known } = (await member.call('GET', '/muser/subscribe/fetches')).body
  expect(known).toBe(true)
  expect(Object.fromEntries(items.map((item: { network: string; country: string | null }) => [item.network, item.country]))).toEqual({
    '192.0.2.1': 'DE',
    '2001:db8:0:0::/64': 'JP',
    '203.0.113.5': null,
  })
})

test('an alert tells the member and operators how many networks and countries there were', async () => {
  const [member, quiet] = [await t.member(), await t.member()]
  await fetched(member, ['192.0.2.1', '192.0.2.2', '192.0.2.200', '203.0.113.5'])
  const wanted = { alarm_networks: 4, alarm_countries: 2 }
  expect((await member.call('GET', '/muser/subscribe/fetches')).body).toMatchObject(wanted)
  expect((await admin.call('GET', `/admin/users/${member.id}/fetches`)).body).toMatchObject(wanted)
  const user = async ({ id }: Member) => (await admin.call('GET', `/admin/users/${id}`)).body.user
  expect(await user(member)).toMatchObject({ link_alarm_networks: 4, link_alarm_countries: 2 })
  await fetched(quiet, ['192.0.2.1'])
  expect(await user(quiet)).toMatchObject({ link_alarm_at: null, link_alarm_networks: null, link_alarm_countries: null })
  // Networks of unknown country give no number, not a zero.
  const hidden = await t.member()
  await fetched(hidden, ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
  expect(await user(hidden)).toMatchObject({ link_alarm_networks: 3, link_alarm_countries: null })
})

test('devices show their country and the app that last fetched the link from there', async () => {
  const [member, other, node] = [await t.member(), await t.member(), await t.node()]
  await t.subscribe(member.id, node.groupId)
  await fetched(member, ['192.0.2.1'], 'Shadowrocket/2070 CFNetwork')
  t.travel(11 * 60_000)
  await fetched(member, ['192.0.2.1'], 'Stash/2.7.1 Clash/1.9.0')
  await fetched(other, ['192.0.2.200'])
  await node.post('alive', { [member.id]: ['192.0.2.1', '192.0.2.200', '203.0.113.9'] })
  const { items, has_countries: known } = (await member.call('GET', '/muser/devices')).body
  expect(known).toBe(true)
  expect(items.map(({ ip, country, client }: never) => [ip, country, client])).toEqual([
    ['192.0.2.1', 'DE', 'stash'],
    ['192.0.2.200', 'SG', null],
    ['203.0.113.9', null, null],
  ])
})
