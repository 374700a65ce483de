import { emptySettings } from '@portico/contract/empty-settings'
import { Bundle, type Tried } from '@portico/contract/connection-bundle'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, NOON, openClinic } from '../../test/clinic.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { outages } from '../outages/outages.table.ts'
import { networkOf } from './network-of.ts'

const clinic = await forFile(openClinic())

const tried: Tried = { app: 'Clash Verge', symptom: 'some_sites', connection: 'home', done: ['reset_devices'] }
const preview = (member: Member, language = 'en', given: object = tried) =>
  member.call('POST', '/muser/doctor/bundle', { tried: given }, { 'accept-language': language })

test('a bundle has the plan, the app, devices, outages, the clock, the findings and what was tried', async () => {
  const { member, node, second, both } = await clinic.healthy()
  await clinic.online(node, member, 4)
  await clinic.changeNodes(both, { settings: emptySettings('vmess') })
  await clinic.asked(member, 'en', { clock: NOON + 90_000 })
  const down = (beganAt: number, endedAt: number | null, nodeId: number) =>
    clinic.t.database.db
      .insert(outages)
      .values({ nodeId, beganAt: new Date(beganAt), endedAt: endedAt === null ? null : new Date(endedAt), reason: 'silent' })
  await down(NOON - 9 * DAY, NOON - 8 * DAY, node.id)
  await down(NOON - 2 * DAY, NOON - 2 * DAY + HOUR, second.id)
  await down(NOON - MINUTE, null, (await clinic.t.node()).id)
  const { body } = await preview(member, 'zh-CN')
  expect(body).toMatchObject({
    made_at: new Date(NOON).toISOString(),
    findings: [
      { code: 'too_many_devices', en: '4 of 3 devices', 'zh-CN': '设备数超限：4 / 3 台' },
      { code: 'clock', 'zh-CN': '设备时钟快了 2 分钟' },
    ],
    plan: { state: 'active', used: 2000, total: 10 * 2 ** 30, device_limit: 3, speed_limit: null },
    last_fetch: { app: 'Clash Verge', version: '2.4.3', format: 'mihomo', at: new Date(NOON - HOUR).toISOString() },
    nodes: { offered: 2, up: 2 },
    outages: [{ node: '香港', began_at: new Date(NOON - 2 * DAY).toISOString() }],
    clock_skew: 90_000,
    tried,
  })
  expect(body.devices).toHaveLength(4)
  expect(body.devices[0]).toMatchObject({ network: '192.0.2.0/24', app: null, node: 'Tokyo', counted: true })
  expect(Bundle.parse(body)).toEqual(body)
})

test('a bundle holds no secret: no link, token, credential, mark of the link or full address', async () => {
  const { member, node } = await clinic.healthy()
  await clinic.online(node, member, 2)
  const { db } = clinic.t.database
  const row = await clinic.t.subscription(member.id)
  const [fetched] = await db.select().from(linkFetches).where(eq(linkFetches.accountId, member.id))
  const text = JSON.stringify((await preview(member)).body)
  for (const secret of [row.token, row.uuid, fetched!.link, '192.0.2.1', '127.0.0.1', '/s/', member.email, 'node.example.com', node.secret])
    expect([secret, text.includes(secret ?? '')]).toEqual([secret, false])
})

test('a member without a plan has a bundle too, and only known answers are taken', async () => {
  const member = await clinic.t.member()
  const none = { app: null, symptom: null, connection: null, done: [] }
  expect((await preview(member, 'en', none)).body).toMatchObject({
    plan: null,
    last_fetch: null,
    devices: [],
    outages: [],
    clock_skew: null,
  })
  for (const wrong of [{ symptom: 'x' }, { connection: '' }, { app: 'x'.repeat(61) }, { done: Array(21).fill('a') }])
    expect([wrong, (await preview(member, 'en', { ...none, ...wrong })).status]).toEqual([wrong, 422])
  expect((await clinic.t.call('POST', '/muser/doctor/bundle', { tried: none })).status).toBe(403)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('%s is shown as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a ticket carries the bundle of its moment to staff; the member cannot write one', async () => {
  const { member, node } = await clinic.healthy()
  await clinic.online(node, member, 4)
  const ticket = { kind: 'connection', level: 'medium', subject: 'Nothing loads', text: 'Please help' }
  const sent = await member.call('POST', '/muser/ticket/save', { ...ticket, tried, bundle: { made_at: 'now' } })
  expect(sent.status).toBe(200)
  await clinic.online(node, member, 0)
  const { bundle } = (await clinic.admin.call('GET', `/admin/tickets/${sent.body.id}`)).body
  expect(Bundle.parse(bundle)).toMatchObject({ findings: [{ code: 'too_many_devices', en: '4 of 3 devices' }], tried })
  const plain = await member.call('POST', '/muser/ticket/save', { ...ticket, kind: 'billing' })
  expect((await clinic.admin.call('GET', `/admin/tickets/${plain.body.id}`)).body.bundle).toBe(null)
})
