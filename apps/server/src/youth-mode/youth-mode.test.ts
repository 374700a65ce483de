import { emptySettings } from '@portico/contract/empty-settings'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'

// A Friday afternoon in Shanghai, where the built-in rules forbid the hours from ten to six.
const AFTERNOON = Date.UTC(2026, 10, 20, 7)
const NIGHT = Date.UTC(2026, 10, 20, 15)
let clock = AFTERNOON
const t = await forFile(startApp({ now: () => new Date(clock) }))
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', { 'site.timezone': 'Asia/Shanghai' })
beforeEach(() => {
  clock = AFTERNOON
})

async function connected(settings: 'trojan' | 'http' = 'trojan') {
  const member = await t.member()
  const node = await t.node({ name: 'HK 1', settings: emptySettings(settings) })
  await t.subscribe(member.id, node.groupId, { expiresAt: new Date(Date.UTC(2040, 0, 1)) })
  const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  return { member, link, token: link.split('/').at(-1) ?? '' }
}
const get = (url: string, userAgent: string, language = 'en') =>
  fetch(url, { headers: { 'user-agent': userAgent, 'accept-language': language } })
const fetched = async (url: string, userAgent = 'mihomo/1.19.24', language = 'en') => (await get(url, userAgent, language)).text()
const on = (member: Member) => member.call('POST', '/muser/youth/on', {})
const off = (member: Member, password: string) => member.call('POST', '/muser/youth/off', { password })
const mode = async (member: Member) => (await member.call('GET', '/muser/youth')).body

async function publish(format: 'youth' | 'pac', text: string, percent = 100): Promise<number> {
  const saved = await admin.call('POST', '/admin/templates', { format, text, note: '' })
  expect([saved.status, saved.body.details]).toEqual([200, undefined])
  expect((await admin.call('POST', '/admin/templates/rollout', { format, version: saved.body.version, percent })).status).toBe(200)
  return saved.body.version
}

test('a member switches youth mode on and their links follow at once; the password restores the links', async () => {
  const { member, link } = await connected()
  const before = await get(link, 'mihomo/1.19.24')
  const [text, hours] = [await before.text(), before.headers.get('profile-update-interval')]
  expect(await mode(member)).toMatchObject({ on: false, since: null, categories: ['Adult content', 'Gambling'], resting: false })
  expect((await on(member)).status).toBe(200)
  expect(await mode(member)).toMatchObject({ on: true, since: new Date(AFTERNOON).toISOString(), time_zone: 'Asia/Shanghai' })
  const young = await get(link, 'mihomo/1.19.24')
  expect(young.headers.get('profile-update-interval')).toBe('1')
  const profile = parse(await young.text())
  expect(profile.proxies).toMatchObject([{ name: 'HK 1' }])
  expect(profile.rules.slice(0, 3)).toContain('DOMAIN-SUFFIX,pornhub.com,REJECT')
  clock += 60_000
  await on(member)
  expect((await mode(member)).since).toBe(new Date(AFTERNOON).toISOString())

  const refused = await off(member, 'not the password')
  expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
    422,
    'account.wrong_password',
    { password: expect.anything() },
  ])
  expect((await mode(member)).on).toBe(true)
  expect((await off(member, PASSWORD)).status).toBe(200)
  expect(await mode(member)).toMatchObject({ on: false, since: null })
  const after = await get(link, 'mihomo/1.19.24')
  expect([await after.text(), after.headers.get('profile-update-interval')]).toEqual([text, hours])
  expect((await off(member, PASSWORD)).status).toBe(200)
  const [by, since] = [{ actorKind: 'member', actorId: member.id, action: 'member.switch_youth_mode' }, new Date(AFTERNOON).toISOString()]
  expect(await audited(t, 'member', member.id)).toMatchObject([
    { ...by, before: { youthModeAt: null }, after: { youthModeAt: since } },
    { ...by, before: { youthModeAt: since }, after: { youthModeAt: null } },
  ])
})

test('twenty guesses at once are limited like guesses anywhere else', async () => {
  const { member } = await connected()
  await on(member)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => off(member, `guess ${index}`)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect((await off(member, PASSWORD)).status).toBe(429)
  expect((await mode(member)).on).toBe(true)
})

test('during blocked hours every format has no nodes and says so, also with an operator’s template', async () => {
  const [young, other] = [await connected(), await connected()]
  await on(young.member)
  clock = NIGHT
  expect((await mode(young.member)).resting).toBe(true)
  expect(parse(await fetched(young.link)).proxies).toMatchObject([{ name: 'Youth mode: offline right now', server: '127.0.0.1' }])
  expect(await fetched(young.link, 'Loon/700', 'zh-CN')).toContain('青少年模式')
  const links = Buffer.from(await fetched(young.link, 'v2rayN/7.0'), 'base64').toString()
  expect([links.includes('node.example.com'), links.trim().split('\r\n')]).toEqual([false, [expect.any(String)]])
  for (const flag of ['shadowrocket', 'sing-box', 'xray', 'surge', 'surfboard', 'stash', 'clash', 'quantumult-x', 'sip008', 'outline']) {
    const body = await fetched(`${young.link}?flag=${flag}`)
    const plain = flag === 'quantumult-x' || flag === 'shadowrocket' ? Buffer.from(body, 'base64').toString() : body
    expect([flag, plain.includes('node.example.com')]).toEqual([flag, false])
  }
  const uuid = (await young.member.call('GET', '/muser/getSubscribe')).body.uuid
  expect(await fetched(young.link)).not.toContain(uuid)
  expect(await fetched(other.link)).toContain('HK 1')
  clock = Date.UTC(2026, 10, 20, 22)
  expect(parse(await fetched(young.link)).proxies).toMatchObject([{ name: 'HK 1' }])
})

test('refusing expired links does not let clients keep their nodes through the night', async () => {
  const { member, link } = await connected()
  await on(member)
  clock = NIGHT
  await admin.call('PATCH', '/admin/settings', { 'subscription.unavailable': 'refuse' })
  expect((await get(link, 'mihomo/1.19.24')).status).toBe(200)
  await admin.call('PATCH', '/admin/settings', { 'subscription.unavailable': 'notice' })
})

test('an operator’s rules apply at the next fetch, for a share or for all, and can be reverted', async () => {
  const { member, link } = await connected()
  await on(member)
  const rules = (suffix: string) => `categories:\n  - {name: {zh: 游戏, en: Games}, suffixes: [${suffix}]}\nhours: []\n`
  await publish('youth', rules('one.example.net'))
  expect(await fetched(link)).toContain('DOMAIN-SUFFIX,one.example.net,REJECT')
  expect(await fetched(link)).not.toContain('pornhub')
  expect(await mode(member)).toMatchObject({ categories: ['Games'], hours: [] })
  const second = await publish('youth', rules('two.example.net'))
  expect(await fetched(link)).toContain('DOMAIN-SUFFIX,two.example.net,REJECT')
  clock = NIGHT
  expect(await fetched(link)).toContain('HK 1')
  await admin.call('POST', '/admin/templates/rollout', { format: 'youth', version: second - 1, percent: 100 })
  expect(await fetched(link)).toContain('DOMAIN-SUFFIX,one.example.net,REJECT')
  await admin.call('POST', '/admin/templates/rollout', { format: 'youth', version: 0, percent: 100 })
  expect(await fetched(link)).toContain('Youth mode')
  const bad = await admin.call('POST', '/admin/templates', { format: 'youth', text: rules('a b'), note: '' })
  expect([bad.status, bad.body.details.faults]).toEqual([422, [{ line: 2, code: 'bad_domain', detail: 'a b' }]])
})

test('a preview shows the rules in a client’s profile, whether the member has the mode on or not', async () => {
  const { member } = await connected()
  const text = 'categories:\n  - {name: {zh: 一, en: One}, keywords: [casino]}\nhours: []\n'
  const preview = (client?: string) =>
    admin.call('POST', '/admin/templates/preview', {
      format: 'youth',
      text,
      account_id: member.id,
      client_version: null,
      ...(client && { client }),
    })
  expect((await preview()).body).toMatchObject({
    faults: [],
    output_faults: [],
    nodes: 1,
    output: expect.stringContaining('"DOMAIN-KEYWORD,casino,REJECT"'),
  })
  expect(JSON.parse((await preview('sing-box')).body.output).route.rules).toContainEqual({ domain_keyword: ['casino'], action: 'reject' })
  expect((await preview('surge')).body.output).toContain('\nDOMAIN-KEYWORD,casino,REJECT\n')
})

test('a browser’s script has the member’s HTTP nodes, the rules of their mode, and the limits of every link', async () => {
  const [one, none] = [await connected('http'), await connected()]
  const pac = (token: string) => get(`${t.base}/api/v1/client/pac?token=${token}`, 'Mozilla/5.0')
  const find = (script: string, host: string): unknown => {
    const sandbox = createContext({})
    runInContext(script, sandbox, { timeout: 5000 })
    return runInContext(`FindProxyForURL("", ${JSON.stringify(host)})`, sandbox, { timeout: 5000 })
  }
  const { url, username, password } = (await one.member.call('GET', '/muser/pac')).body
  const { uuid } = (await one.member.call('GET', '/muser/getSubscribe')).body
  expect([url, username, password]).toEqual([`${t.base}/api/v1/client/pac?token=${one.token}`, uuid, uuid])
  expect((await none.member.call('GET', '/muser/pac')).body.url).toBe(null)
  const answer = await get(url, 'Mozilla/5.0')
  const script = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ns-proxy-autoconfig'])
  expect([find(script, 'example.org'), find(script, 'www.pornhub.com')]).toEqual(Array(2).fill('PROXY node.example.com:443'))
  expect(script).not.toContain(uuid)
  expect(find(await (await pac(none.token)).text(), 'example.org')).toBe('DIRECT')

  await on(one.member)
  expect(find(await (await pac(one.token)).text(), 'www.pornhub.com')).toBe('PROXY 127.0.0.1:9')
  clock = NIGHT
  const night = await (await pac(one.token)).text()
  expect([night.split('\n')[0], find(night, 'example.org')]).toEqual(['// Youth mode: offline right now', 'DIRECT'])
  clock = AFTERNOON

  await publish('pac', 'function FindProxyForURL() { return "SOCKS own.example.net:1080; " + {{proxies}} }')
  expect(find(await (await pac(one.token)).text(), 'example.org')).toBe('SOCKS own.example.net:1080; PROXY node.example.com:443')
  const refused = await admin.call('POST', '/admin/templates', { format: 'pac', text: 'function (', note: '' })
  expect([refused.status, refused.body.details.faults[0].code]).toEqual([422, 'unparsable'])
  const seen = await admin.call('POST', '/admin/templates/preview', {
    format: 'pac',
    text: 'function FindProxyForURL() { return {{proxies}} }',
    account_id: one.member.id,
    client_version: null,
  })
  expect(seen.body).toMatchObject({
    faults: [],
    output_faults: [],
    nodes: 1,
    left_out: 0,
    output: expect.stringContaining('PROXY node.example.com:443'),
  })

  await t.ban(one.member.id)
  expect(await (await pac(one.token)).text()).toMatch(/^\/\/ Account suspended\n/)
  expect((await pac('0'.repeat(32))).status).toBe(403)
  expect((await fetch(`${t.base}/api/v1/client/pac`)).status).toBe(403)
})

test('unknown links are counted together, whatever address asks for them', async () => {
  const own = await startApp()
  const ask = (index: number) =>
    fetch(`${own.base}${index % 2 ? '/s/' : '/api/v1/client/pac?token='}${index.toString(16).padStart(32, '0')}`)
  const answers = await Promise.all(Array.from({ length: 61 }, (_, index) => ask(index)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  await own.stop()
})
