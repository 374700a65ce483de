import { emptySettings } from '@portico/contract/protocols'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'

const t = await forFile(startApp())

async function subscriber(
  values: { expired_at?: string | null } = {},
): Promise<{ member: Member; link: string; groupId: number; admin: Member }> {
  const [admin, member, plan] = await Promise.all([t.admin(), t.member(), t.plan()])
  const change = { plan_id: plan.id, expired_at: '2040-01-01T00:00:00.000Z', ...values }
  await admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change })
  const link = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  return { member, link, groupId: plan.groupId, admin }
}
let serial = 0
async function node(groupId: number, name: string, state: 'enabled' | 'maintenance' = 'enabled'): Promise<number> {
  const settings = emptySettings('trojan')
  const values = {
    name,
    host: 'node.example.com',
    port: '443',
    serverPort: 443,
    settings,
    state,
    secretHash: Buffer.from(`secret ${++serial}`),
  }
  const [row] = await t.database.db.insert(nodes).values(values).returning()
  await t.database.db.insert(nodeGroups).values({ nodeId: row!.id, groupId })
  return row!.id
}
const get = (url: string, userAgent = 'v2rayN/7.0', headers = {}) => fetch(url, { headers: { 'user-agent': userAgent, ...headers } })
const names = async (url: string): Promise<string[]> =>
  Buffer.from(await (await get(url)).text(), 'base64')
    .toString()
    .split('\r\n')
    .filter(Boolean)
    .map((uri) => decodeURIComponent(uri.split('#')[1] ?? ''))

test('a client gets the nodes of the plan in its own format, with the headers it reads', async () => {
  const { member, link, groupId } = await subscriber()
  await node(groupId, 'Tokyo')
  await node(groupId, 'Closed', 'maintenance')
  const yaml = await get(link, 'clash-verge/v2.4.2')
  const profile = parse(await yaml.text())
  const { uuid } = (await member.call('GET', '/muser/getSubscribe')).body
  expect(profile.proxies).toHaveLength(1)
  expect(profile.proxies[0]).toMatchObject({ name: 'Tokyo', type: 'trojan', server: 'node.example.com', port: 443, password: uuid })
  expect(yaml.headers.get('subscription-userinfo')).toBe(`upload=0; download=0; total=${10 * 2 ** 30}; expire=2208988800`)
  expect(yaml.headers.get('cache-control')).toBe('no-store, private')
  expect(await names(link)).toEqual(['Tokyo'])
  const singBox = await (await get(link, 'SFA/1.12.0 (sing-box 1.12.0)')).json()
  expect((singBox as { outbounds: { tag: string }[] }).outbounds.map((o) => o.tag)).toContain('Tokyo')
})

test('a permanent member’s header has no expiry, and the legacy address gives the same answer', async () => {
  const { link, groupId } = await subscriber({ expired_at: null })
  await node(groupId, 'Osaka')
  expect((await get(link)).headers.get('subscription-userinfo')).toBe(`upload=0; download=0; total=${10 * 2 ** 30}`)
  const token = link.split('/').pop()
  expect(await names(`${t.base}/api/v1/client/subscribe?token=${token}`)).toEqual(['Osaka'])
  const flagged = await get(`${link}?flag=meta`, 'Mozilla/5.0')
  expect(flagged.headers.get('content-type')).toBe('text/yaml; charset=utf-8')
})

test('a node added, renamed or removed shows in the next fetch', async () => {
  const { link, groupId, admin } = await subscriber()
  expect(await names(link)).toEqual(['No nodes right now, please try again later'])
  const id = await node(groupId, 'First')
  expect(await names(link)).toEqual(['First'])
  await t.database.pool.query(`update nodes set name = 'Second' where id = $1`, [id])
  expect(await names(link)).toEqual(['Second'])
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Renamed' })
  expect((await get(link)).headers.get('content-disposition')).toContain('Renamed')
  await t.database.pool.query('delete from node_groups where node_id = $1', [id])
  expect(await names(link)).toEqual(['No nodes right now, please try again later'])
})

test('a reset link and a suspension stop the old link at once', async () => {
  const { member, link, groupId } = await subscriber()
  await node(groupId, 'Here')
  const fresh = (await member.call('GET', '/muser/resetSecurity')).body.subscribe_url
  expect((await get(link)).status).toBe(403)
  expect(await names(fresh)).toEqual(['Here'])
  await t.ban(member.id)
  expect(await names(fresh)).toEqual(['Account suspended'])
})

test('an expired member gets a valid profile that says so, or a refusal, but never an empty profile', async () => {
  const { link, groupId, admin } = await subscriber({ expired_at: '2020-01-01T00:00:00.000Z' })
  await node(groupId, 'Hidden from the expired')
  const profile = parse(await (await get(link, 'mihomo/1.19.0', { 'accept-language': 'zh-CN' })).text())
  expect(profile.proxies.map((p: { name: string }) => p.name)).toEqual(['订阅已到期，请续费'])
  await admin.call('PATCH', '/admin/settings', { 'subscription.unavailable': 'refuse' })
  const refused = await get(link)
  expect([refused.status, await refused.text()]).toEqual([403, 'Subscription expired, please renew'])
  await admin.call('PATCH', '/admin/settings', { 'subscription.unavailable': 'notice' })
})

test('unknown links get the same refusal and are limited by network', async () => {
  const own = await startApp()
  const answers = await Promise.all(Array.from({ length: 61 }, (_, i) => fetch(`${own.base}/s/${i.toString(16).padStart(32, '0')}`)))
  expect(answers.filter((a) => a.status === 403)).toHaveLength(60)
  expect(answers.filter((a) => a.status === 429)).toHaveLength(1)
  await own.stop()
})

test('a site with an international name still answers its links', async () => {
  const { link, groupId, admin } = await subscriber()
  await node(groupId, 'Reached')
  await admin.call('PATCH', '/admin/settings', { 'site.url': 'https://加速.example.com' })
  const answer = await get(link.replace(/^.*\/s\//, `${t.base}/s/`))
  await admin.call('PATCH', '/admin/settings', { 'site.url': '' })
  expect([answer.status, answer.headers.get('profile-web-page-url')]).toEqual([200, 'https://xn--yfr044l.example.com'])
})

const agents: [string, string, string][] = [
  ['Shadowrocket/2592 CFNetwork/1498', 'text/plain; charset=utf-8', 'U1RBVFVT'],
  ['ClashX/1.118.0', 'text/yaml; charset=utf-8', 'proxies:'],
  ['Stash/3.3.0 Clash/1.9.0', 'text/yaml; charset=utf-8', 'proxies:'],
  ['Surge iOS/3090', 'text/plain; charset=utf-8', '#!MANAGED-CONFIG'],
  ['Surfboard/2.24.0', 'text/plain; charset=utf-8', '#!MANAGED-CONFIG'],
  ['Loon/762 CFNetwork/1498', 'text/plain; charset=utf-8', 'Paris = trojan'],
  ['Quantumult%20X/1.5.2', 'text/plain; charset=utf-8', 'dHJvamFuPW'],
  ['SFA (sing-box 1.10.7; language en_US)', 'application/json; charset=utf-8', 'dns-out'],
  ['Outline/1.15', 'application/json; charset=utf-8', 'error'],
]

test.each(agents)('%s gets its own format, with the same headers in every format', async (userAgent, type, part) => {
  const { link, groupId } = await subscriber()
  await node(groupId, 'Paris')
  const answer = await get(link, userAgent)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await answer.text()).toContain(part)
  expect(answer.headers.get('subscription-userinfo')).toBe(`upload=0; download=0; total=${10 * 2 ** 30}; expire=2208988800`)
  expect(answer.headers.get('profile-update-interval')).toMatch(/^\d+$/)
  expect(answer.headers.get('cache-control')).toBe('no-store, private')
  for (const [, value] of answer.headers) expect(value).toMatch(/^[\x20-\x7e]*$/)
})

test('a flag overrides the client, and Surge’s file has its extension', async () => {
  const { link, groupId } = await subscriber()
  await node(groupId, 'Rome')
  const surge = await get(`${link}?flag=surge`, 'Mozilla/5.0')
  expect(surge.headers.get('content-disposition')).toMatch(/\.conf$/)
  expect(await surge.text()).toContain(`${link}?flag=surge`)
  expect(await (await get(`${link}?flag=sip008`, 'Dalvik/2.1.0')).json()).toMatchObject({
    version: 1,
    bytes_used: 0,
    servers: [{ remarks: 'This app cannot use our nodes: update it or use another' }],
  })
  expect(await (await get(`${link}?flag=xray`, 'curl/8')).json()).toMatchObject([{ remarks: 'Rome' }])
})

test('types and words filter the nodes; without a match the profile says so', async () => {
  const { link, groupId } = await subscriber()
  await node(groupId, 'HK 1')
  await node(groupId, 'JP 1')
  const shadowsocks = await node(groupId, 'JP 2')
  await t.database.pool.query('update nodes set settings = $1 where id = $2', [emptySettings('shadowsocks'), shadowsocks])
  expect(await names(`${link}?filter=jp`)).toEqual(['JP 1', 'JP 2'])
  expect(await names(`${link}?filter=hk,2`)).toEqual(['HK 1', 'JP 2'])
  expect(await names(`${link}?types=ss`)).toEqual(['JP 2'])
  expect(await names(`${link}?types=trojan|shadowsocks&filter=jp`)).toEqual(['JP 1', 'JP 2'])
  expect(await names(`${link}?types=all`)).toEqual(['HK 1', 'JP 1', 'JP 2'])
  const none = parse(await (await get(`${link}?filter=nothing&flag=mihomo`)).text())
  expect(none['proxy-groups']).toHaveLength(1)
  expect(none['proxy-groups'][0].proxies).toEqual(['No node fits what this link asks for', 'DIRECT'])
})

test('a member who may not connect gets the reason and a valid profile in every format', async () => {
  const { link, groupId } = await subscriber({ expired_at: '2020-01-01T00:00:00.000Z' })
  await node(groupId, 'Hidden')
  for (const flag of ['clash', 'stash', 'surge', 'surfboard', 'loon', 'xray', 'sip008', 'outline', 'sing-box']) {
    const answer = await get(`${link}?flag=${flag}`)
    const text = await answer.text()
    expect([flag, answer.status]).toEqual([flag, 200])
    expect(text).toMatch(/Subscription expired[,，] please renew/)
    expect(text).not.toContain('Hidden')
  }
})

test('a naive node goes to the official sing-box apps, and to every new sing-box if the operator wants that', async () => {
  const { link, groupId, admin } = await subscriber()
  await node(groupId, 'Plain')
  const naive = await node(groupId, 'Naive')
  await t.database.pool.query('update nodes set settings = $1 where id = $2', [emptySettings('naive'), naive])
  const has = async (userAgent: string) => (await (await get(link, userAgent)).text()).includes('"Naive"')
  const [official, other, old] = ['SFA/1.14.1 (1; sing-box 1.14.1)', 'sing-box 1.14.1', 'sing-box 1.12.0']
  expect([await has(official), await has(other), await has(old)]).toEqual([true, false, false])
  await admin.call('PATCH', '/admin/settings', { 'subscription.naive': 'any' })
  expect([await has(official), await has(other), await has(old)]).toEqual([true, true, false])
  await admin.call('PATCH', '/admin/settings', { 'subscription.naive': 'makers' })
})

test('apps for share links and sing-box get where to find support, and an announcement in the member’s language', async () => {
  const { member, link, groupId, admin } = await subscriber()
  await node(groupId, 'Kyoto')
  expect((await get(link)).headers.get('support-url')).toBe(`${t.base}/service`)
  expect((await get(link)).headers.get('announce')).toBeNull()
  const announce = { 'subscription.announce': 'Works on Sunday', 'subscription.announce_zh': '周日维护' }
  await admin.call('PATCH', '/admin/settings', { 'subscription.support_url': 'https://t.me/example', ...announce })
  await member.call('POST', '/muser/update', { language: 'zh-CN' })
  const { headers } = await get(link)
  expect(headers.get('support-url')).toBe('https://t.me/example')
  expect(Buffer.from(headers.get('announce')!.replace('base64:', ''), 'base64').toString()).toBe('周日维护')
  expect((await get(link, 'clash-verge/v2.4.2')).headers.get('announce')).toBeNull()
})

test('lists of share links begin with the traffic that is left and the end, if the operator wants that', async () => {
  const { link, groupId, admin, member } = await subscriber()
  await node(groupId, 'Kobe')
  await t.asOwner(`update subscriptions set up = ${2 ** 30}, down = ${2 ** 31} where account_id = ${member.id}`)
  await admin.call('PATCH', '/admin/settings', { 'subscription.info_nodes': true, 'site.timezone': 'Asia/Shanghai' })
  expect(await names(link)).toEqual(['Left: 7.00GB', 'Until: 2040-01-01', 'Kobe'])
  expect(await (await get(link, 'Loon/762')).text()).toMatch(/^Left: 7\.00GB = Shadowsocks,127\.0\.0\.1/)
  // These apps show the traffic on their own.
  expect(parse(await (await get(link, 'mihomo/1.19.29')).text()).proxies).toHaveLength(1)
  await admin.call('PATCH', '/admin/settings', { 'subscription.info_nodes': false })
  expect(await names(link)).toEqual(['Kobe'])
})

test('Surge fetches its profile as often as the site says', async () => {
  const { link, groupId, admin } = await subscriber()
  await node(groupId, 'Nara')
  await admin.call('PATCH', '/admin/settings', { 'subscription.update_hours': 6 })
  expect(await (await get(link, 'Surge iOS/3090')).text()).toContain(' interval=21600 ')
})

test('a link that keeps choosing other nodes is limited, and still gives the whole profile', async () => {
  const { link, groupId } = await subscriber()
  await node(groupId, 'Lima')
  const answers = await Promise.all(Array.from({ length: 61 }, (_, i) => get(`${link}?filter=${i}`)))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  expect(await names(link)).toEqual(['Lima'])
})
