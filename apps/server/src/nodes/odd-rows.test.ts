import { PROTOCOL_RULES } from '@portico/contract/protocol-blocks'
import { expect, test } from 'vitest'
import { forFile, runSql, startApp } from '../../test/harness.ts'
import { variants } from '../formats/golden/variants.ts'
import { areReadable, sealSettings } from './node-secrets.ts'

const t = await forFile(startApp())

test.each([
  ['a name of spaces', `name = '  '`],
  ['a name that JavaScript counts as longer than 80', `name = repeat('😀', 41)`],
  ['a host with a slash', `host = 'https://node.example.com'`],
  ['port 0', `port = '0'`],
  ['a port range that falls', `port = '300-200'`],
  ['a port beyond the last one', `port = '443-65536'`],
  ['a server port beyond the last one', `server_port = 65536`],
  ['a negative rate', `rate = -1`],
  ['a rate range without its end', `rate_ranges = '[{"start":"00:00","rate":100}]'`],
  ['an empty tag', `tags = '{a,""}'`],
  ['a tag that is too long', `tags = array[repeat('x', 25)]`],
  ['nine tags', `tags = '{a,b,c,d,e,f,g,h,i}'`],
  ['an unknown state', `state = 'sleeping'`],
  ['an unknown protocol', `settings = '{"protocol":"wireguard"}'`],
  ['no protocol', `settings = '{}'`],
  ['a quota of nothing', `quota = 0`],
  ['a quota that JSON cannot carry', `quota = 9007199254740992`],
  ['the 32nd as reset day', `quota_reset_day = 32`],
  ['a time without end', `created_at = 'infinity'`],
])('a node with %s cannot be stored, not even by SQL', async (_, change) => {
  const { id } = await t.node()
  await expect(runSql(t.ownerUrl, `update nodes set ${change} where id = ${id}`)).rejects.toMatchObject({ code: '23514' })
})

test.each([
  ['bytes that JSON cannot carry', `subscriptions set down = 9007199254740992 where account_id`],
  ['an end after the year 9999', `subscriptions set expires_at = '10000-01-01' where account_id`],
  ['an end before all time', `subscriptions set expires_at = '-infinity' where account_id`],
  ['a login in the year 1', `accounts set last_login_at = '0001-01-01' where id`],
  ['an unknown rule of commissions', `accounts set commission_mode = 'never' where id`],
])('an account with %s cannot be stored, not even by SQL', async (_, change) => {
  const { id } = await t.member()
  await expect(runSql(t.ownerUrl, `update ${change} = ${id}`)).rejects.toMatchObject({ code: '23514' })
})

test.each(['{"protocol":"vless"}', '{"protocol":"trojan","network":5,"reality":7}', '{"protocol":"shadowsocks","cipher":"none"}'])(
  'a node with the settings %s costs neither the list nor the other nodes of a link',
  async (settings) => {
    const whole = await t.node({ name: 'Whole' })
    const broken = await t.node({ name: 'Broken', groupIds: whole.groupIds })
    const member = await t.holder(whole.groupId)
    await runSql(t.ownerUrl, `update nodes set settings = '${settings}' where id = ${broken.id}`)
    const admin = await t.admin()
    const { status, body } = await admin.call('GET', '/admin/nodes')
    expect(status).toBe(200)
    const stateOf = (id: number) => body.items.find((one: { id: number }) => one.id === id).state
    expect([stateOf(whole.id), stateOf(broken.id)]).toEqual(['enabled', 'maintenance'])
    const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
    for (const agent of ['mihomo/1.19.29', 'SFA/1.13.0 (sing-box 1.13.0)', 'v2rayN/7.0']) {
      const answer = await fetch(link.replace(/^.*\/s\//, `${t.base}/s/`), { headers: { 'user-agent': agent } })
      const text = await answer.text()
      const profile = agent.startsWith('v2ray') ? Buffer.from(text, 'base64').toString() : text
      expect([agent, answer.status, profile.includes('Whole'), profile.includes('Broken')]).toEqual([agent, 200, true, false])
    }
    // Saving it again makes it whole.
    const { settings: shown } = body.items.find((one: { id: number }) => one.id === broken.id)
    expect((await admin.call('PATCH', `/admin/nodes/${broken.id}`, { settings: shown, state: 'enabled' })).status).toBe(200)
  },
)

test('a node saved before a rule goes on as before, or is left out if apps cannot read it; the console says so of both', async () => {
  const ws = (path: string) => JSON.stringify({ ...variants['vless-ws-tls'], ws: { path, host: '' } })
  const odd = await t.node({ name: 'Odd' })
  const unreadable = await t.node({ name: 'Unreadable', groupIds: odd.groupIds })
  await runSql(t.ownerUrl, `update nodes set settings = '${ws('/live?x=1')}' where id = ${odd.id}`)
  await runSql(t.ownerUrl, `update nodes set settings = '${ws('/100%')}' where id = ${unreadable.id}`)
  const member = await t.holder(odd.groupId)
  const { body } = await (await t.admin()).call('GET', '/admin/nodes')
  for (const { id } of [odd, unreadable]) {
    const shown = body.items.find((one: { id: number }) => one.id === id)
    expect(shown).toMatchObject({ state: 'enabled', faults: [PROTOCOL_RULES.plainPath], settings: { network: 'ws' } })
  }
  const leftOut = (id: number) => body.items.find((one: { id: number }) => one.id === id).left_out
  expect(leftOut(odd.id)).toContainEqual({ format: 'surge', title: 'Surge', lacks: ['vless'] })
  expect(leftOut(odd.id).map(({ format }: { format: string }) => format)).not.toContain('sing-box')
  expect(leftOut(unreadable.id)).toContainEqual({ format: 'sing-box', title: 'sing-box', lacks: [] })
  const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const text = await (await fetch(`${link.replace(/^.*\/s\//, `${t.base}/s/`)}?flag=sing-box`)).text()
  expect([text.includes('Odd'), text.includes('Unreadable')]).toEqual([true, false])
})

test('every kind of settings is whole as it is stored, with its secrets encrypted', () => {
  const { secrets } = t.database
  for (const [name, settings] of Object.entries(variants))
    expect([name, areReadable(sealSettings(secrets, 7, settings, null))]).toEqual([name, true])
})

test('what the contract allows at its limits can be stored and listed', async () => {
  const admin = await t.admin()
  const { id } = await t.node()
  const odd = { name: '😀'.repeat(40), port: '1-65535', tags: Array.from({ length: 8 }, () => '😀'.repeat(12)), rate: 10_000 }
  const ranges = { rate_ranges: [{ start: '00:00', end: '24:00', rate: 0 }], quota: Number.MAX_SAFE_INTEGER, quota_reset_day: 31 }
  expect((await admin.call('PATCH', `/admin/nodes/${id}`, { ...odd, ...ranges })).status).toBe(200)
  expect((await admin.call('GET', '/admin/nodes')).status).toBe(200)
  expect((await admin.call('GET', '/admin/users')).status).toBe(200)
})
