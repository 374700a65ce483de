import { emptySettings } from '@portico/contract/empty-settings'
import type { FindingCode } from '@portico/contract/diagnosis'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { DAY, HOUR, MINUTE, NOON, openClinic, type Patient } from '../../test/clinic.ts'
import { caller, forFile, withToken } from '../../test/harness.ts'
import { diagnose } from './diagnose.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'

const clinic = await forFile(openClinic())

const anytls = emptySettings('anytls')

test('a suspended or closed account is named before anything else, for operators', async () => {
  const { member } = await clinic.healthy()
  await clinic.change(member, { expiresAt: new Date(NOON - DAY) })
  await clinic.t.ban(member.id)
  expect(await clinic.codes(member)).toEqual(['account_banned', 'expired'])
  expect((await diagnose(clinic.t.app, member.id, { language: 'en', reader: 'member' }, clinic.t.app.now())).findings[0]?.title).toBe(
    'Account suspended since 12:00',
  )
  const { member: gone } = await clinic.healthy()
  expect((await clinic.t.close(gone)).status).toBe(200)
  expect((await clinic.codes(gone))[0]).toBe('account_closed')
  await expect(diagnose(clinic.t.app, 999_999, { language: 'en', reader: 'member' }, clinic.t.app.now())).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.each<[string, (patient: Patient) => Promise<unknown>, FindingCode[]]>([
  [
    'expired and too many devices',
    async ({ member, node }) => (await clinic.online(node, member, 4), clinic.change(member, { expiresAt: new Date(NOON - DAY) })),
    ['expired', 'too_many_devices'],
  ],
  [
    'expired and over quota',
    ({ member }) => clinic.change(member, { expiresAt: new Date(NOON - DAY), up: 11 * 2 ** 30 }),
    ['expired', 'over_quota'],
  ],
  [
    'over quota and reset',
    async ({ member }) => (await clinic.change(member, { up: 11 * 2 ** 30 }), member.call('GET', '/muser/resetSecurity')),
    ['over_quota', 'link_reset'],
  ],
  [
    'reset, and all nodes down',
    async ({ member, both }) => (await clinic.changeNodes(both, { offlineAt: new Date(NOON) }), member.call('GET', '/muser/resetSecurity')),
    ['link_reset', 'nodes_down'],
  ],
  [
    'too many devices, and one node down',
    async ({ member, node, second }) => (await clinic.online(node, member, 4), clinic.changeNodes([second], { offlineAt: new Date(NOON) })),
    ['too_many_devices', 'some_nodes_down'],
  ],
  [
    'all nodes down, and too many devices',
    async ({ member, node, both }) => (await clinic.online(node, member, 4), clinic.changeNodes(both, { offlineAt: new Date(NOON) })),
    ['nodes_down', 'too_many_devices'],
  ],
  [
    'an old app and a tiny speed',
    async ({ member, second }) => {
      await clinic.changeNodes([second], { settings: anytls })
      await clinic.fetchLink(member, 'mihomo/1.18.0')
      await clinic.change(member, { ownSpeedLimit: 2 })
    },
    ['app_too_old', 'slow'],
  ],
])('%s: both are named, in the order of the work', async (_, stage, expected) => {
  const patient = await clinic.healthy()
  await stage(patient)
  expect(await clinic.codes(patient.member)).toEqual(expected)
})

test.each<[string, (patient: Patient) => Promise<unknown>]>([
  ['who is connected', async () => {}],
  ['whose devices are as many as allowed', ({ member, node }) => clinic.online(node, member, 3)],
  [
    'without a limit of devices',
    async ({ member, node }) => (await clinic.change(member, { deviceLimit: 1, ownDeviceLimit: 0 }), clinic.online(node, member, 9)),
  ],
  ['with a permanent plan', ({ member }) => clinic.change(member, { expiresAt: null, nextResetAt: null })],
  ['in the last second of the plan', ({ member }) => clinic.change(member, { expiresAt: clinic.t.app.now() })],
  ['with one byte left', ({ member }) => clinic.change(member, { up: 0, down: 10 * 2 ** 30 - 1 })],
  ['with a hidden node that was not used', ({ second }) => clinic.changeNodes([second], { state: 'hidden' })],
  ['who uses a draining node', ({ node }) => clinic.changeNodes([node], { state: 'draining' })],
  ['whose link a browser opened too', ({ member }) => clinic.fetchLink(member, 'Mozilla/5.0 (Macintosh)')],
  [
    'with an old device that fetched an old link',
    async ({ member }) => (await member.call('GET', '/muser/resetSecurity'), clinic.fetchLink(member)),
  ],
  ['who has not used the service since yesterday', async () => void (clinic.time.at += DAY)],
])('nothing is found for a member %s', async (_, stage) => {
  const patient = await clinic.healthy()
  await stage(patient)
  expect(await clinic.asked(patient.member)).toEqual({ ok: true, findings: [], remarks: [] })
})

test('nothing is found for a member who has just imported the link', async () => {
  const { member } = await clinic.fresh()
  await clinic.fetchLink(member)
  clinic.time.at += 5 * MINUTE
  expect(await clinic.asked(member)).toEqual({ ok: true, findings: [], remarks: [] })
})

test('youth mode is a fault only during its hours, and the end is named', async () => {
  const { member } = await clinic.healthy()
  await member.call('POST', '/muser/youth/on', {})
  expect(await clinic.codes(member)).toEqual([])
  clinic.time.at = NOON + 11 * HOUR
  expect((await clinic.asked(member)).findings[0]).toMatchObject({
    code: 'youth_hours',
    title: 'Youth mode blocks these hours, until 2040-01-11 06:00',
  })
})

test('a clock that is off is named, and forgotten once it is right; a closed site is remarked; a diagnosis takes four statements', async () => {
  const { member, both } = await clinic.healthy()
  await clinic.changeNodes(both, { settings: emptySettings('vmess') })
  const off = await clinic.asked(member, 'en', { clock: clinic.time.at - 8 * MINUTE })
  expect(off.findings[0]).toMatchObject({ code: 'clock', title: 'The device’s clock is 8 minutes slow' })
  expect((await clinic.asked(member, 'zh-CN')).findings[0].title).toBe('设备时钟慢了 8 分钟')
  expect(await clinic.asked(member, 'en', { clock: clinic.time.at + 20_000 })).toEqual({ ok: true, findings: [], remarks: [] })
  await clinic.admin.call('PATCH', '/admin/settings', { 'site.closed': true })
  const { remarks } = await diagnose(clinic.t.app, member.id, { language: 'en', reader: 'member' }, clinic.t.app.now())
  expect(remarks).toMatchObject([{ code: 'site_closed' }])
  await clinic.admin.call('PATCH', '/admin/settings', { 'site.closed': false })
  let statements = 0
  const db = drizzle(clinic.t.database.pool, { logger: { logQuery: () => void statements++ } })
  await diagnose(
    { ...clinic.t.app, database: { ...clinic.t.database, db } },
    member.id,
    { language: 'en', reader: 'member' },
    clinic.t.app.now(),
  )
  expect(statements).toBe(4)
})

test('a call refused for its clock tells support how far it is off; without a session it tells nothing', async () => {
  const { member, both } = await clinic.healthy()
  await clinic.changeNodes(both, { settings: emptySettings('vmess') })
  const late = caller(clinic.t.base, () => new Date(clinic.time.at - 2 * HOUR))
  expect((await withToken(late, 'x'.repeat(43))('GET', '/muser/doctor')).body.code).toBe('signature.clock_skew')
  expect((await withToken(late, member.token)('GET', '/muser/doctor')).body.code).toBe('signature.clock_skew')
  await expect.poll(() => clinic.codes(member)).toEqual(['clock'])
  expect((await clinic.asked(member)).findings[0].title).toBe('The device’s clock is 2 hours slow')
  // Later the difference is another one.
  clinic.time.at += 2 * MINUTE
  const fast = caller(clinic.t.base, () => new Date(clinic.time.at + HOUR))
  await withToken(fast, member.token)('GET', '/muser/doctor')
  await expect
    .poll(async () => (await clinic.asked(member)).findings.map(({ title }: { title: string }) => title))
    .toEqual(['The device’s clock is 1 hour fast'])
  const many = await atOnce(() => clinic.asked(member, 'en', { clock: clinic.time.at }))
  expect(many.at(-1)).toEqual({ ok: true, findings: [], remarks: [] })
  await withToken(late, member.token)('GET', '/muser/doctor')
  await expect.poll(() => clinic.codes(member)).toEqual(['clock'])
  clinic.time.at += 25 * HOUR
  expect(await clinic.codes(member)).toEqual([])
})

test('a node that does not ask for its members any more does not know a change; one that asks does', async () => {
  const { member, node, second } = await clinic.fresh()
  await clinic.fetchLink(member)
  // What the database notes of a change is on its own clock.
  clinic.time.at = Date.now() - 10 * MINUTE
  for (const one of [node, second]) expect((await one.pull('user')).status).toBe(200)
  await clinic.change(member, { ownSpeedLimit: 100 })
  clinic.time.at = Date.now() + 5 * MINUTE
  await expect.poll(() => clinic.codes(member)).toContain('not_yet_known')
  await node.pull('user')
  await expect.poll(() => clinic.codes(member)).not.toContain('not_yet_known')
})

test('an app whose nodes were all replaced has to fetch them again; one more node is no fault', async () => {
  const { member, both, node } = await clinic.healthy()
  clinic.time.at += MINUTE
  const body = { name: 'Osaka', host: 'osaka.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled' }
  const settings = emptySettings('trojan')
  const made = await clinic.admin.call('POST', '/admin/nodes', { ...body, group_ids: node.groupIds, settings })
  expect([made.status, await clinic.codes(member)]).toEqual([200, []])
  for (const { id } of both) await clinic.admin.call('DELETE', `/admin/nodes/${id}`)
  expect(await clinic.codes(member)).toEqual(['nodes_moved'])
  await clinic.fetchLink(member)
  expect(await clinic.codes(member)).toEqual([])
})

test('a link fetched from many networks is remarked, because it keeps nobody from connecting', async () => {
  const { member, node } = await clinic.healthy()
  const { token } = await clinic.t.subscription(member.id)
  for (let n = 0; n < 30; n++)
    fetchLog(clinic.t.app).note({ token, userAgent: 'clash-verge/v2.4.3', format: 'mihomo', address: `198.51.${n}.1` })
  await fetchLog(clinic.t.app).flush()
  expect((await clinic.asked(member)).remarks[0]).toMatchObject({
    code: 'link_shared',
    title: 'The link was fetched from 31 networks within a day',
    action: { kind: 'reset_link', to: '/user/subscribe/index#reset' },
  })
  await clinic.online(node, member, 4)
  expect(await clinic.asked(member)).toMatchObject({
    ok: false,
    findings: [{ code: 'too_many_devices' }],
    remarks: [{ code: 'link_shared' }],
  })
})
