import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientRuleInput, MAX_CLIENT_RULES } from '@portico/contract/client-rules-admin'
import { afterAll, afterEach, expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { atOnce } from '../../test/at-once.ts'
import { countryFile } from '../../test/country-file.ts'
import { startApp } from '../../test/harness.ts'
import { detectClient } from '../feeds/detect-client.ts'
import type { ListedFormat } from '../formats/client-format.ts'
import { listedFormats } from '../formats/formats.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { clientRules } from './client-rules.table.ts'
import { knownClients } from './readable.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-rules-'))
const countries = join(folder, 'countries.mmdb')
writeFileSync(countries, countryFile({ '192.0.2.0/25': 'DE', '192.0.2.128/25': 'SG' }))
const t = await startApp({ env: { GEOIP_FILE: countries, TRUSTED_PROXIES: '127.0.0.1' } })
const admin = await t.admin()
const node = await t.node({ name: 'Tokyo' })
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await fetchLog(t.app).flush()
  await t.database.db.delete(clientRules)
  await t.database.db.delete(linkFetches)
})

const PATH = '/admin/client-rules'
const plain: ClientRuleInput = {
  name: 'A rule',
  enabled: true,
  agent_how: 'any',
  agent_text: '',
  version_from: null,
  version_below: null,
  header: null,
  header_how: 'sent',
  header_text: '',
  countries: [],
  countries_except: false,
  answer: 'profile',
  format: null,
  template: null,
  text: '',
  announce: '',
}
const post = (rule: Partial<ClientRuleInput>) => admin.call('POST', PATH, { ...plain, ...rule })
async function saved(rule: Partial<ClientRuleInput>): Promise<number> {
  const { status, body } = await post(rule)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
const trial = async (rule: Partial<ClientRuleInput>, id: number | null = null, page = {}) =>
  (await admin.call('POST', `${PATH}/trial`, { id, rule: { ...plain, ...rule }, page: 1, page_size: 100, ...page })).body

type Sent = { agent: string; headers?: Record<string, string>; ip?: string; query?: string }
async function linked() {
  const member = await t.holder(node.groupId)
  const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const get = ({ agent, headers = {}, ip = '192.0.2.1', query = '' }: Sent) =>
    fetch(link + query, { headers: { 'user-agent': agent, 'x-forwarded-for': ip, ...headers } })
  return { member, get }
}
const { get, member } = await linked()
/** The answer in a word: its status, and which format it is. */
async function kind(sent: Sent): Promise<string> {
  const answer = await get(sent)
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  const format = type.includes('yaml') ? 'yaml' : type.includes('json') ? 'json' : /^[\w+/=\s]+$/.test(text) ? 'links' : 'text'
  return answer.status === 200 ? format : String(answer.status)
}

/** A list of share links, with names to read. */
const said = async (sent: Sent): Promise<string> => decodeURIComponent(Buffer.from(await (await get(sent)).text(), 'base64').toString())

test('a rule gives a format to a program by pattern and version; what the link itself names, and other programs, stay', async () => {
  await saved({ agent_how: 'begins', agent_text: 'newapp/', version_from: '2', version_below: '3.10', format: 'mihomo' })
  for (const [agent, format] of [
    ['NewApp/2.0.1', 'yaml'],
    ['NEWAPP/3.9.9 (ios)', 'yaml'],
    ['NewApp/3.10', 'links'],
    ['NewApp/1.9', 'links'],
    ['NewApp/beta', 'links'],
    ['My NewApp/2.0', 'links'],
  ] as const)
    expect([agent, await kind({ agent })]).toEqual([agent, format])
  expect(await kind({ agent: 'NewApp/2.0', query: '?flag=sing-box' })).toBe('json')
  await saved({ agent_how: 'contains', agent_text: '(a+)+$', format: 'sing-box' })
  expect(await kind({ agent: 'Odd (a+)+$' }), 'a pattern is no regular expression').toBe('json')
  const began = performance.now()
  expect(await kind({ agent: `${'a'.repeat(5000)}!` })).toBe('links')
  expect(performance.now() - began).toBeLessThan(2000 * slowness)
})

test('the first rule that fits decides, by header and country too; refused, told, announced', async () => {
  await saved({
    name: 'No id',
    agent_how: 'begins',
    agent_text: 'app',
    header: 'x-hwid',
    header_how: 'unsent',
    answer: 'refusal',
    text: 'Update',
  })
  await saved({
    name: 'Abroad',
    countries: ['DE'],
    countries_except: true,
    agent_how: 'begins',
    agent_text: 'app',
    answer: 'message',
    text: 'Not here',
    translations: { 'zh-CN': { text: '此处不可用' } },
  })
  await saved({
    name: 'iPad',
    header: 'x-device-model',
    header_how: 'contains',
    header_text: 'ipad',
    announce: 'Hello iPad',
    translations: { 'zh-CN': { announce: '你好' } },
  })
  const headers = { 'x-hwid': 'abc', 'x-device-model': 'iPad Pro' }
  const refused = await get({ agent: 'App/1' })
  expect([refused.status, await refused.text()]).toEqual([403, 'Update'])
  expect(await said({ agent: 'App/1', headers, ip: '192.0.2.200' })).toContain('#Not here')
  expect(await said({ agent: 'App/1', headers, ip: '203.0.113.1' }), 'an unknown country is not abroad').toContain('#Tokyo')
  const home = await get({ agent: 'App/1', headers })
  expect(Buffer.from(home.headers.get('announce')!.replace('base64:', ''), 'base64').toString()).toBe('Hello iPad')
  await member.call('POST', '/muser/update', { language: 'zh-CN' })
  const chinese = await get({ agent: 'App/1', headers })
  expect(Buffer.from(chinese.headers.get('announce')!.replace('base64:', ''), 'base64').toString()).toBe('你好')
  await member.call('POST', '/muser/update', { language: 'en' })
  expect((await get({ agent: 'Other/1' })).headers.get('announce')).toBe(null)
})

test('a rule gives one program a template that nobody else has yet, or the built-in layout', async () => {
  const text = 'proxy-groups:\n  - {name: Trial, type: select, proxies: [/*/]}\nrules:\n  - MATCH,Trial\n'
  const { version } = (await admin.call('POST', '/admin/templates', { format: 'mihomo', text, note: '' })).body
  const id = await saved({ agent_how: 'begins', agent_text: 'clash-verge/', format: 'mihomo', template: version })
  const profile = async (agent: string) => (await get({ agent })).text()
  expect(await profile('clash-verge/v2.4.3')).toContain('Trial')
  expect(await profile('mihomo/1.19.0')).not.toContain('Trial')
  await admin.call('POST', '/admin/templates/rollout', { format: 'mihomo', version, percent: 100 })
  await admin.call('PUT', `${PATH}/${id}`, { ...plain, agent_how: 'begins', agent_text: 'clash-verge/', format: 'mihomo', template: 0 })
  expect(await profile('clash-verge/v2.4.3')).not.toContain('Trial')
  expect(await profile('mihomo/1.19.0')).toContain('Trial')
  await admin.call('POST', '/admin/templates/rollout', { format: 'mihomo', version: 0, percent: 100 })
  const none = await post({ agent_how: 'is', agent_text: 'x', format: 'mihomo', template: 99 })
  expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['template']])
})

test('the dry run names every fetch whose answer changes, and no other', async () => {
  const asked: Sent[] = [
    { agent: 'NewApp/1.0' },
    { agent: 'NewApp/2.0', ip: '192.0.2.2' },
    { agent: 'NewApp/2.0', ip: '192.0.2.3', query: '?flag=surge' },
    { agent: 'NewApp/2.0', ip: '192.0.2.4', headers: { 'x-device-os': 'iOS' } },
    { agent: 'NewApp/2.1', ip: '192.0.2.201' },
    { agent: 'Mozilla/5.0 NewApp/2.0', ip: '192.0.2.5', headers: { accept: 'text/html' } },
    { agent: 'mihomo/1.19.24', ip: '192.0.2.6' },
    { agent: 'Loon/762 CFNetwork/1498', ip: '192.0.2.7' },
  ]
  const answers = async () => {
    const all: string[] = []
    for (const one of asked) all.push(await kind(one))
    return all
  }
  await saved({
    name: 'Kept',
    agent_how: 'begins',
    agent_text: 'newapp/',
    header: 'x-device-os',
    header_how: 'is',
    header_text: 'ios',
    format: 'sing-box',
  })
  const before = await answers()
  await fetchLog(t.app).flush()
  const rule: Partial<ClientRuleInput> = {
    name: 'New',
    agent_how: 'contains',
    agent_text: 'newapp/',
    version_from: '2',
    countries: ['DE'],
    format: 'mihomo',
  }
  const tried = await trial(rule)
  await saved(rule)
  const after = await answers()
  const changed = asked.filter((_, i) => before[i] !== after[i])
  expect(
    changed.map(({ ip }) => ip),
    'the rule itself',
  ).toEqual(['192.0.2.2'])
  expect(tried).toMatchObject({ fetches: 7, unknown: 0, members: 1, total: 1, unreadable: [] })
  expect(tried.items).toMatchObject([
    {
      account_id: member.id,
      user_agent: 'NewApp/2.0',
      country: 'DE',
      before: { rule: null, answer: 'profile', format: 'uri' },
      after: { rule: 'New', answer: 'profile', format: 'mihomo' },
    },
  ])
  // A refusal of all of them, in pages.
  const all = await trial({ name: 'None', agent_how: 'contains', agent_text: 'newapp', answer: 'refusal', text: 'No' }, null, {
    page: 2,
    page_size: 2,
  })
  expect([all.total, all.items.length, all.page]).toEqual([2, 0, 2])
  expect((await trial(rule, 999_999)).code).toBe('not_found')
  t.travel(25 * 3_600_000)
  expect(await trial(rule)).toMatchObject({ fetches: 0, total: 0 })
})

test('a rule that leaves a client without a format it reads is refused, however it comes about', async () => {
  const bad = { name: 'Bad', agent_how: 'contains', agent_text: 'clash', format: 'surge' } as const
  const refused = await post(bad)
  expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([422, 'client_rule.unreadable', ['format']])
  expect(refused.body.details.clients).toContainEqual({ client: 'clash-verge', format: 'surge' })
  expect((await trial(bad)).unreadable).toContainEqual({ client: 'mihomo', format: 'surge' })
  expect((await admin.call('GET', PATH)).body.total).toBe(0)
  const others: Partial<ClientRuleInput>[] = [
    { countries: ['CN'], format: 'clash' },
    { header: 'x-device-os', header_text: 'ios', header_how: 'is', format: 'uri' },
    { agent_how: 'begins', agent_text: 'Loon/', version_below: '1', format: 'surge' },
  ]
  for (const rule of others) expect((await post(rule)).body.code, JSON.stringify(rule)).toBe('client_rule.unreadable')
  // Behind another rule it applies to nobody who could not read it, until that rule is gone, off, or behind it.
  const first = await saved({ agent_how: 'contains', agent_text: 'clash', answer: 'message', text: 'Use another app' })
  const [second, off] = [await saved({ ...bad, agent_text: 'clash.' }), await saved({ ...bad, enabled: false })]
  for (const answer of [
    await admin.call('DELETE', `${PATH}/${first}`),
    await admin.call('PATCH', `${PATH}/${first}`, { enabled: false }),
    await admin.call('POST', `${PATH}/sort`, { ids: [off, second, first] }),
    await admin.call('PUT', `${PATH}/${first}`, { ...plain, agent_how: 'is', agent_text: 'clash', answer: 'message', text: 'x' }),
  ])
    expect(answer.body.code).toBe('client_rule.unreadable')
  expect((await admin.call('PATCH', `${PATH}/${off}`, { enabled: true })).status, 'still behind the first').toBe(200)
  const { items } = (await admin.call('GET', PATH)).body
  expect(items.map(({ id }: { id: number }) => id)).toEqual([first, second, off])
})

test('every client that is known by its name has a sample', () => {
  const named = Object.values(listedFormats).flatMap(({ clients = [], mentions = [] }: ListedFormat) => [...clients, ...mentions])
  const sampled = new Set(knownClients.map((userAgent) => detectClient({ userAgent }).client))
  const notApps = ['browser', 'subconverter']
  expect(named.map(({ client }) => client).filter((client) => !sampled.has(client) && !notApps.includes(client))).toEqual([])
})

test('what known clients really sent counts, not only their samples', async () => {
  await get({ agent: 'Clash.Meta Rare Build/3' })
  await fetchLog(t.app).flush()
  expect((await post({ agent_how: 'contains', agent_text: 'rare build', format: 'surge' })).body.code).toBe('client_rule.unreadable')
  expect((await post({ agent_how: 'contains', agent_text: 'never seen', format: 'surge' })).status).toBe(200)
  const { items } = (await admin.call('GET', `${PATH}/defaults`)).body
  expect(items[0]).toMatchObject({ client: 'mihomo', format: 'mihomo', fetches: 1, reads: ['mihomo', 'clash'] })
})

test('a rule without whom or what is refused; who may not change clients finds nothing; a site has fifty', async () => {
  for (const [rule, field] of [
    [{ format: 'mihomo' }, 'agent_how'],
    [{ agent_how: 'begins', format: 'mihomo' }, 'agent_text'],
    [{ agent_how: 'is', agent_text: 'x', version_from: '1', format: 'mihomo' }, 'version_from'],
    [{ header: 'x-hwid', header_how: 'is', header_text: 'x', format: 'mihomo' }, 'header_how'],
    [{ agent_how: 'is', agent_text: 'x' }, 'format'],
    [{ agent_how: 'is', agent_text: 'x', answer: 'refusal' }, 'text'],
    [{ agent_how: 'is', agent_text: 'x', format: 'uri', template: 0 }, 'template'],
  ] as const) {
    const { status, body } = await post(rule)
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(rule)).toEqual([422, [field]])
  }
  const support = await t.staff('support')
  expect((await support.call('GET', PATH)).status).toBe(404)
  const fits = { agent_how: 'is', agent_text: 'x', answer: 'refusal', text: 'x' } as const
  for (let i = 0; i < MAX_CLIENT_RULES - 4; i++) await t.database.db.insert(clientRules).values({ ...stored, name: `rule ${i}`, sort: i })
  const made = await atOnce(() => post(fits))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

const stored: typeof clientRules.$inferInsert = {
  name: '',
  enabled: false,
  agentHow: 'is',
  agentText: 'x',
  headerHow: 'sent',
  headerText: '',
  countries: [],
  countriesExcept: false,
  answer: 'refusal',
  text: 'x',
  announce: '',
  createdAt: t.app.now(),
}
