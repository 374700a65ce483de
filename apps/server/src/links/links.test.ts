import { createHash, createHmac } from 'node:crypto'
import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { addLinks, type NewLink } from './add-links.ts'
import { linkUses } from './link-uses.ts'
import { linkSources, links } from './links.table.ts'

const t = await forFile(startApp())
const [admin, plan] = await Promise.all([t.admin(), t.plan()])
await t.node({ groupIds: [plan.groupId], name: 'Tokyo' })
const holder = () => t.holder(plan.groupId)
const by = jobActor('import')

type Source = { name?: string; kind?: string; paths: [path: string, format: string | null][]; secret?: string; ends_at?: string }
let serial = 0
const input = ({ paths, ...rest }: Source) => ({
  name: `Panel ${++serial}`,
  kind: 'token',
  ends_at: null,
  ...rest,
  paths: paths.map(([path, format]) => ({ path, format })),
})
const panel = async (source: Source): Promise<number> => (await admin.call('POST', '/admin/link-sources', input(source))).body.id
const add = (sourceId: number, ...given: NewLink[]) => t.database.transaction((tx) => addLinks(tx, by, sourceId, given, t.app.now()))

/** As an app asks, with the path as it is written here and with any host. */
function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; type: string; text: string }> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(t.base)
    const asked = { 'user-agent': 'mihomo/1.19.0', host: 'sub.example.net', ...headers }
    request({ hostname, port, path, headers: asked, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }))
    })
      .on('error', failed)
      .end()
  })
}
const [yaml, plain, json] = ['text/yaml; charset=utf-8', 'text/plain; charset=utf-8', 'application/json; charset=utf-8']
const refused = { status: 403, text: 'This link is not valid.' }

test('links of other panels answer at their paths in the format that the path forces, whatever the host, script and letter case', async () => {
  const [one, other] = [await holder(), await holder()]
  const xui = await panel({
    paths: [
      ['/sub/{token}', 'uri'],
      ['/json/{token}', 'xray'],
      ['/clash/{token}', 'mihomo'],
    ],
  })
  const board = await panel({ paths: [['/api/v1/client/subscribe?token={token}', null]] })
  const renamed = await panel({
    paths: [
      ['/会员/link/{token}', null],
      ['/会员/link/{token}/sing-box', 'sing-box'],
    ],
  })
  const hex = 'a1'.repeat(16)
  await add(xui, { accountId: one.id, token: 'My-Sub_链接' }, { accountId: other.id, token: 'my-sub_链接' })
  await add(board, { accountId: one.id, token: hex })
  await add(renamed, { accountId: one.id, token: 'My.Sub~1' })
  const { uuid } = await t.subscription(one.id)
  const mixedCase = encodeURIComponent('My-Sub_链接')
  const isOf = (type: string, id = uuid) => ({ status: 200, type, text: expect.stringContaining(id) })
  const shared = await get(`/sub/${mixedCase}`)
  expect([shared.type, Buffer.from(shared.text, 'base64').toString()]).toEqual([plain, expect.stringContaining(uuid)])
  expect(await get(`/json/${mixedCase}/`)).toMatchObject(isOf(json))
  expect(await get(`//clash/${mixedCase}?flag=sing-box`, { 'user-agent': 'v2rayN/7.0' })).toMatchObject(isOf(yaml))
  expect(await get(`/clash/${encodeURIComponent('my-sub_链接')}`)).toMatchObject(isOf(yaml, (await t.subscription(other.id)).uuid))
  expect(await get(`/api/v1/client/subscribe?token=${hex}&flag=clash`)).toMatchObject(isOf(yaml))
  expect(await get(`/${encodeURIComponent('会员')}/link/My.Sub~1`)).toMatchObject(isOf(yaml))
  expect(await get(`/${encodeURIComponent('会员')}/link/My.Sub~1/sing-box`)).toMatchObject(isOf(json))
  for (const path of [`/sub/${encodeURIComponent('MY-SUB_链接')}`, `/sub/${hex}`, `/api/v1/client/subscribe?token=${hex}0`])
    expect([path, await get(path)]).toMatchObject([path, refused])
  // What no link can be does not reach the database.
  for (const path of [`/sub/${mixedCase}/x`, '/sub/%00', `/sub/${'a'.repeat(3000)}`, '/sub/', '/sub'])
    expect((await get(path)).status).toBe(404)
})

test('a link as it was written goes before an own one that is mended, and an own one as it was written before all', async () => {
  const [one, other] = [await holder(), await holder()]
  const [mine, theirs] = [await t.subscription(one.id), await t.subscription(other.id)]
  const short = await panel({ paths: [['/s/{token}', null]] })
  await add(short, { accountId: other.id, token: `${mine.token},` }, { accountId: other.id, token: mine.token.toUpperCase() })
  await add(short, { accountId: other.id, token: mine.token })
  expect((await get(`/s/${mine.token}`)).text).toContain(mine.uuid)
  expect((await get(`/s/${mine.token})`)).text).toContain(mine.uuid)
  expect((await get(`/s/${mine.token},`)).text).toContain(theirs.uuid)
  expect((await get(`/s/${mine.token.toUpperCase()}`)).text).toContain(theirs.uuid)
})

test('what another panel’s link gives names that link, never the own one, which would outlive it; a browser gets the page', async () => {
  const member = await holder()
  await add(await panel({ paths: [['/old/{token}', null]] }), { accountId: member.id, token: "it's" })
  const { token } = await t.subscription(member.id)
  const surge = await get("/old/it's", { 'user-agent': 'Surge iOS/3090' })
  expect(surge.text).toContain(`#!MANAGED-CONFIG ${t.base}/old/it%27s?flag=surge `)
  const page = await get("/old/it's", { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36', accept: 'text/html' })
  expect(page.text).toContain('/old/it%27s')
  for (const { text } of [surge, page]) expect(text).not.toContain(token)
})

// Made by Marzban 0.8.4 with a key of its own.
const MARZBAN_KEY = '4bb6b33860c23091f3c96beae33292973127fbc3e0104d68d0f5e9dd20ea001a'
const real = ['TWl4ZWQuQ2FzZUBkb3QsMTc5NTgwNjQ4NA4ZE8KvPxk7', 'TWl4ZWQuQ2FzZUBkb3QsMTc5NTgwNjQ5MAY66llVSOlZ']
const before = 'cmV2b2tlZF9vbmNlLDE3OTU4MDY0OTMgSBVwcN_PB'
const after = 'cmV2b2tlZF9vbmNlLDE3OTU4MDY0OTQCoHoz1xBRr'
const hmac = (text: string) => createHmac('sha256', MARZBAN_KEY).update(text).digest('base64url')
const b64 = (text: string) => Buffer.from(text).toString('base64url')
const jwt = (claims: object, head: object = { alg: 'HS256', typ: 'JWT' }) => {
  const text = `${b64(JSON.stringify(head))}.${b64(JSON.stringify(claims))}`
  return `${text}.${hmac(text)}`
}
const short = (text: string, key: string, as: 'base64url' | 'hex') => {
  const body = b64(text)
  return (
    body +
    createHash('sha256')
      .update(body + key)
      .digest(as)
      .slice(0, 10)
  )
}

test('signed links answer by their signature, however often they were shown; forged, early, foreign and ended ones do not', async () => {
  const [mixed, lower, revoked, numbered] = [await holder(), await holder(), await holder(), await holder()]
  const source = {
    kind: 'marzban',
    secret: MARZBAN_KEY,
    paths: [
      ['/sub2/{token}', null],
      ['/sub2/{token}/clash-meta', 'mihomo'],
    ],
  } satisfies Source
  const id = await panel(source)
  const guard = await panel({ ...source, kind: 'pasarguard', paths: [['/guard/{token}', null]] })
  const validFrom = new Date('2026-11-27T19:08:13.275Z')
  await add(
    id,
    { accountId: mixed.id, token: 'Mixed.Case@dot' },
    { accountId: lower.id, token: 'mixed.case@dot' },
    { accountId: revoked.id, token: 'revoked_once', validFrom },
  )
  await add(guard, { accountId: mixed.id, token: 'Mixed.Case@dot' }, { accountId: numbered.id, token: '#41' })
  const { uuid } = await t.subscription(mixed.id)
  const isOf = (text: string) => ({ status: 200, text: expect.stringContaining(text) })
  const claims = { sub: 'Mixed.Case@dot', access: 'subscription', iat: 1_795_806_484 }
  for (const token of [...real, jwt(claims)]) {
    expect(await get(`/sub2/${token}`)).toMatchObject(isOf(uuid))
    expect(await get(`/sub2/${token}/clash-meta`, { 'user-agent': 'v2rayN/7.0' })).toMatchObject({ ...isOf(uuid), type: yaml })
  }
  expect(await get(`/sub2/${after}`)).toMatchObject(isOf((await t.subscription(revoked.id)).uuid))
  const v3 = b64('v3,41,1795806484')
  const numberedTokens = [`${v3}.${hmac(v3)}`, short('v2,41,1795806484', MARZBAN_KEY, 'base64url')]
  for (const token of [...real, short('Mixed.Case@dot,1795806484', MARZBAN_KEY, 'hex')])
    expect(await get(`/guard/${token}`)).toMatchObject(isOf(uuid))
  for (const token of numberedTokens) expect(await get(`/guard/${token}`)).toMatchObject(isOf((await t.subscription(numbered.id)).uuid))
  for (const token of [
    before,
    `${real[0]!.slice(0, -1)}8`,
    real[0]!.slice(0, -10),
    short('Mixed.Case@dot,1795806484', 'another key', 'base64url'),
    short('Mixed.Case@dot,1795806484', MARZBAN_KEY, 'hex'),
    short('nobody,1795806484', MARZBAN_KEY, 'base64url'),
    'Mixed.Case@dot',
    jwt({ ...claims, access: 'admin' }),
    jwt(claims, { alg: 'none' }),
    ...numberedTokens,
  ])
    expect([token, await get(`/sub2/${token}`)]).toMatchObject([token, refused])
  const change = (value: object) => admin.call('PUT', `/admin/link-sources/${id}`, { ...input({ ...source, name: 'Marzban' }), ...value })
  expect((await change({ ends_at: new Date(t.app.now().getTime() - 1000).toISOString() })).body).toMatchObject({ has_secret: true })
  expect(await get(`/sub2/${real[0]}`)).toMatchObject(refused)
  expect((await change({ secret: 'another secret' })).status).toBe(200)
  expect(await get(`/sub2/${real[0]}`)).toMatchObject(refused)
  const { secret: _, ...withoutSecret } = input({ ...source, name: 'Marzban' })
  expect((await admin.call('PUT', `/admin/link-sources/${id}`, withoutSecret)).status).toBe(200)
  const [row] = await t.database.db.select().from(linkSources).where(eq(linkSources.id, id))
  expect(row!.secret).toMatch(/^sealed:/)
  expect(JSON.stringify([await admin.call('GET', '/admin/link-sources'), await audited(t, 'link_source', id)])).not.toMatch(
    /another secret|sealed:/,
  )
})

test('an expired member’s old link gives the entry that says so, and a suspended one’s too', async () => {
  const member = await t.holder(plan.groupId, { expiresAt: new Date(Date.now() - 1000) })
  await add(await panel({ paths: [['/exp/{token}', 'mihomo']] }), { accountId: member.id, token: 'x' })
  expect((await get('/exp/x')).text).toContain('Subscription expired')
  await t.ban(member.id)
  expect((await get('/exp/x')).text).toContain('Account suspended')
})

test('staff add a link by its address and see how it is used; one of many who revoke it at once does, and it stops', async () => {
  const [member, other] = [await holder(), await holder()]
  await panel({ name: 'Old board', paths: [['/mv/{token}', null]] })
  await panel({ kind: 'marzban', secret: MARZBAN_KEY, paths: [['/mz/{token}', null]] })
  const addBy = (id: number, address: string) => admin.call('POST', `/admin/users/${id}/links`, { address })
  expect((await addBy(member.id, 'https://old.example.com/mv/abc?x=1')).status).toBe(200)
  expect((await addBy(other.id, 'https://old.example.com/mv/abc')).body.errors).toHaveProperty('address')
  expect((await addBy(other.id, 'https://old.example.com/nowhere/abc')).body.code).toBe('old_link.unknown')
  expect((await addBy(other.id, '/mz/abcdefghijklmnop')).body.code).toBe('old_link.forged')
  expect((await addBy(other.id, `/mz/${real[1]}`)).status).toBe(200)
  expect(await get(`/mz/${real[0]}`)).toMatchObject({ status: 200 })
  await get('/mv/abc')
  await get('/mv/abc')
  await get('/mv/abc', { 'user-agent': 'TelegramBot (like TwitterBot)' })
  await linkUses(t.app).flush()
  const mine = await member.call('GET', '/muser/links')
  expect(mine.body.items).toMatchObject([{ source: 'Old board', address: '/mv/abc', device: 0, uses: 2, last_used_at: expect.any(String) }])
  const [{ id }] = mine.body.items
  expect((await admin.call('GET', `/admin/users/${member.id}/links`)).body).toEqual(mine.body)
  const sources = (await admin.call('GET', '/admin/link-sources')).body.items
  expect(sources.find(({ name }: { name: string }) => name === 'Old board')).toMatchObject({ links: 1, in_use: 1 })
  const finance = await t.staff('finance')
  for (const [method, path] of [
    ['GET', `/admin/users/${member.id}/links`],
    ['POST', `/admin/links/${id}/revocation`],
  ] as const)
    expect((await finance.call(method, path, method === 'POST' ? { reason: 'x' } : undefined)).status).toBe(404)
  expect((await other.call('POST', `/muser/links/${id}/revocation`)).status).toBe(404)
  expectOne(
    await atOnce((n) =>
      n % 2
        ? member.call('POST', `/muser/links/${id}/revocation`)
        : admin.call('POST', `/admin/links/${id}/revocation`, { reason: 'lost' }),
    ),
    'old_link.revoked',
  )
  expect(await get('/mv/abc')).toMatchObject(refused)
  const rows = (await audited(t, 'member', member.id)).map(({ action }) => action)
  expect(rows.filter((action) => action.endsWith('old_link'))).toEqual(['member.add_old_link', 'member.revoke_old_link'])
})

test('a new own link and a closed account stop the old ones; a list of links keeps whose they are', async () => {
  const [one, other] = [await holder(), await holder()]
  const id = await panel({ paths: [['/list/{token}', null]] })
  expect(
    await add(id, { accountId: one.id, token: 'a' }, { accountId: other.id, token: 'a' }, { accountId: other.id, token: 'b' }),
  ).toEqual(['a'])
  expect(await add(id, { accountId: other.id, token: 'a' }, { accountId: 999_999, token: 'c' })).toEqual(['a', 'c'])
  expect((await get('/list/a')).text).toContain((await t.subscription(one.id)).uuid)
  await one.call('GET', '/muser/resetSecurity')
  expect(await get('/list/a')).toMatchObject(refused)
  expect((await get('/list/b')).status).toBe(200)
  expect((await t.close(other)).status).toBe(200)
  expect(await get('/list/b')).toMatchObject(refused)
  expect(await t.database.db.select().from(links).where(eq(links.accountId, other.id))).toEqual([])
})

test('a link directly below the root answers, and pages and files there stay what they are', async () => {
  const member = await holder()
  const source = await panel({
    paths: [
      ['/{token}', null],
      ['/{token}/singbox', 'sing-box'],
    ],
  })
  await add(source, { accountId: member.id, token: 'aB3_dE-gH4jK6mN8' }, { accountId: member.id, token: 'login' })
  const { uuid } = await t.subscription(member.id)
  expect(await get('/aB3_dE-gH4jK6mN8')).toMatchObject({ status: 200, type: yaml, text: expect.stringContaining(uuid) })
  expect(await get('/aB3_dE-gH4jK6mN8/singbox')).toMatchObject({ status: 200, type: json })
  expect(await get('/aB3_dE-gH4jK6mN9')).toMatchObject(refused)
  for (const path of ['/login', '/favicon.ico', '/api/v1/api/comm/config']) expect((await get(path)).text).not.toMatch(/not valid|trojan/)
  const found = async (q: string) => (await admin.call('GET', '/admin/users', { q })).body.items.map(({ id }: { id: number }) => id)
  expect(await found('https://old.example.com/aB3_dE-gH4jK6mN8')).toEqual([member.id])
  expect(await found('/aB3_dE-gH4jK6mN9')).toEqual([])
  await admin.call('DELETE', `/admin/link-sources/${source}`)
})

test.each([
  ['/admin/{token}', 'paths'],
  ['/api/v1/user/{token}', 'paths'],
  ['/sub/token', 'paths'],
  ['/sub/{token}?a={token}', 'paths'],
])('%s is no path for old links', async (path, field) => {
  const answer = await admin.call('POST', '/admin/link-sources', input({ paths: [[path, null]] }))
  expect([answer.status, Object.keys(answer.body.errors)[0]?.split('.')[0]]).toEqual([422, field])
})

test('a panel needs a name of its own, and one that signs its links a secret', async () => {
  const make = (source: Source) => admin.call('POST', '/admin/link-sources', input({ ...source, paths: [['/n/{token}', null]] }))
  await make({ name: 'Twice', paths: [] })
  expect((await make({ name: 'twice', paths: [] })).body.code).toBe('link_source.name_taken')
  expect((await make({ kind: 'marzban', paths: [] })).body.code).toBe('link_source.secret_needed')
})
