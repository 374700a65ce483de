import { emptySettings } from '@portico/contract/empty-settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import type { NodeRow } from '../nodes/nodes.table.ts'

const t = await forFile(startApp())

async function subscriber(values: { expired_at?: string | null } = {}) {
  const [admin, member, plan] = await Promise.all([t.admin(), t.member(), t.plan()])
  const change = { plan_id: plan.id, expired_at: '2040-01-01T00:00:00.000Z', ...values }
  await admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change })
  const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  return { member, link, groupId: plan.groupId, admin }
}
const node = (groupId: number, name: string, values: Partial<NodeRow> = {}) => t.node({ groupIds: [groupId], name, ...values })
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
  await node(groupId, 'Closed', { state: 'maintenance' })
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

test('a node added, renamed or removed shows in the next fetch; a reset link and a suspension stop the old link at once', async () => {
  const { member, link, groupId, admin } = await subscriber()
  expect(await names(link)).toEqual(['No nodes right now, please try again later'])
  const { id } = await node(groupId, 'First')
  expect(await names(link)).toEqual(['First'])
  await t.database.pool.query(`update nodes set name = 'Second' where id = $1`, [id])
  expect(await names(link)).toEqual(['Second'])
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Renamed' })
  expect((await get(link)).headers.get('content-disposition')).toContain('Renamed')
  await t.database.pool.query('delete from node_groups where node_id = $1', [id])
  expect(await names(link)).toEqual(['No nodes right now, please try again later'])
  await node(groupId, 'Here')
  const fresh = (await member.call('GET', '/muser/resetSecurity')).body.subscribe_url
  expect((await get(link)).status).toBe(403)
  expect(await names(fresh)).toEqual(['Here'])
  await t.ban(member.id)
  expect(await names(fresh)).toEqual(['Account suspended'])
})

test('an expired member gets a valid profile that says so in every format, or a refusal, but never an empty profile', async () => {
  const { link, groupId, admin } = await subscriber({ expired_at: '2020-01-01T00:00:00.000Z' })
  await node(groupId, 'Hidden from the expired')
  const profile = parse(await (await get(link, 'mihomo/1.19.0', { 'accept-language': 'zh-CN' })).text())
  expect(profile.proxies.map((p: { name: string }) => p.name)).toEqual(['订阅已到期，请续费'])
  for (const flag of ['clash', 'stash', 'surge', 'surfboard', 'loon', 'xray', 'sip008', 'outline', 'sing-box']) {
    const answer = await get(`${link}?flag=${flag}`)
    const text = await answer.text()
    expect([flag, answer.status]).toEqual([flag, 200])
    expect(text).toMatch(/Subscription expired[,，] please renew/)
    expect(text).not.toContain('Hidden')
  }
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

test('a flag overrides the client; Surge’s file has its extension and is fetched as often as the site says', async () => {
  const { link, groupId, admin } = await subscriber()
  await node(groupId, 'Rome')
  await admin.call('PATCH', '/admin/settings', { 'subscription.update_hours': 6 })
  const surge = await get(`${link}?flag=surge`, 'Mozilla/5.0')
  expect(surge.headers.get('content-disposition')).toMatch(/\.conf$/)
  expect(await surge.text()).toContain(`${link}?flag=surge interval=21600 `)
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
  await node(groupId, 'JP 2', { settings: emptySettings('shadowsocks') })
  expect(await names(`${link}?filter=jp`)).toEqual(['JP 1', 'JP 2'])
  expect(await names(`${link}?filter=hk,2`)).toEqual(['HK 1', 'JP 2'])
  expect(await names(`${link}?types=ss`)).toEqual(['JP 2'])
  expect(await names(`${link}?types=trojan|shadowsocks&filter=jp`)).toEqual(['JP 1', 'JP 2'])
  expect(await names(`${link}?types=all`)).toEqual(['HK 1', 'JP 1', 'JP 2'])
  const none = parse(await (await get(`${link}?filter=nothing&flag=mihomo`)).text())
  expect(none['proxy-groups']).toHaveLength(1)
  expect(none['proxy-groups'][0].proxies).toEqual(['No node fits what this link asks for', 'DIRECT'])
})

test('a naive node goes to the official sing-box apps, and to every new sing-box if the operator wants that', async () => {
  const { link, groupId, admin } = await subscriber()
  await node(groupId, 'Plain')
  await node(groupId, 'Naive', { settings: emptySettings('naive') })
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

test('a link that keeps choosing other nodes is limited, and still gives the whole profile', async () => {
  const { link, groupId } = await subscriber()
  await node(groupId, 'Lima')
  const answers = await Promise.all(Array.from({ length: 61 }, (_, i) => get(`${link}?filter=${i}`)))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  expect(await names(link)).toEqual(['Lima'])
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (link: string, userAgent = iphone, headers = {}) =>
  fetch(link, { headers: { accept: html, 'user-agent': userAgent, ...headers } })

async function browsing(values = {}): Promise<{ member: Member; link: string; uuid: string }> {
  const node = await t.node({ name: 'Secret Tokyo', host: 'hidden.example.net' })
  const member = await t.holder(node.groupId, { up: 2 ** 30, down: 2 ** 30, ...values })
  const { subscribe_url: link, uuid } = (await member.call('GET', '/muser/getSubscribe')).body
  return { member, link, uuid }
}

test('a browser gets a page with the plan, its usage, a QR code and buttons for its own device, and help', async () => {
  const { link } = await browsing()
  const answer = await open(link)
  const page = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page).toContain('2 GB of 10 GB used')
  expect(page).toMatch(/<meter [^>]*value="20"/)
  expect(page).toContain('<svg')
  expect(page).toContain(`href="stash://install-config?url=${encodeURIComponent(link)}`)
  expect(page).toContain(`value="${link}"`)
  expect(page).toContain('/help"')
  const first = (text: string) => /<h2>Add to an app on ([^<]+)</.exec(text)?.[1]
  expect(first(page)).toBe('iPhone and iPad')
  expect(first(await (await open(link, windows)).text())).toBe('Windows')
})

test('the page is in the browser’s language, never indexed or kept, loads nothing, cannot be framed, and tells nothing about the person', async () => {
  const { member, link, uuid } = await browsing()
  const answer = await open(link, iphone, { 'accept-language': 'zh-CN,zh;q=0.9' })
  const { headers } = answer
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('cache-control')).toBe('no-store, private')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const page = await answer.text()
  expect(page).toContain('<html lang="zh-CN">')
  expect(page).toContain('已用 2 GB，共 10 GB')
  for (const secret of [uuid, member.email, 'Secret Tokyo', 'hidden.example.net']) expect(page).not.toContain(secret)
})

test('names that an operator chose are text, never markup', async () => {
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.title': '<img src=x onerror=alert(1)>"' })
  const page = await (await open((await browsing()).link)).text()
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Portico' })
  expect(page).not.toContain('<img')
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;')
})

test('who may not connect reads why, and gets no link to import', async () => {
  const expired = await browsing({ expiresAt: new Date('2020-01-01T00:00:00Z') })
  const page = await (await open(expired.link)).text()
  expect(page).toContain('This subscription has expired. Please renew it.')
  expect(page).toContain('Valid until 2020-01-01')
  expect(page).not.toMatch(/<svg|install-config/)
  const banned = await browsing()
  await t.ban(banned.member.id)
  const closed = await (await open(banned.link)).text()
  expect(closed).toContain('This account is suspended.')
  expect(closed).not.toMatch(/<meter|<svg|GB/)
})

test('an unknown link shows nothing', async () => {
  const answer = await open(`${t.base}/s/${'0'.repeat(32)}`)
  expect([answer.status, await answer.text()]).toEqual([403, 'This link is not valid.'])
})

test('apps, links with a flag, and sites that turned the page off get the profile', async () => {
  const { link } = await browsing()
  const kind = async (answer: Promise<Response>) => (await answer).headers.get('content-type')
  expect(await kind(open(link, 'clash-verge/v2.4.2'))).toBe('text/yaml; charset=utf-8')
  expect(await kind(open(`${link}?flag=clash`))).toBe('text/yaml; charset=utf-8')
  // An app that hides behind a browser's name does not ask for a page.
  expect(await kind(open(link, windows, { accept: '*/*' }))).toBe('text/plain; charset=utf-8')
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'subscription.browser_page': false })
  expect(await kind(open(link))).toBe('text/plain; charset=utf-8')
  await admin.call('PATCH', '/admin/settings', { 'subscription.browser_page': true })
})
