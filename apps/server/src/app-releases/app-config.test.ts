import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { readConfiguration } from '../../../../docs/guide/configuration-client.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { shareOfName } from '../templates/live-documents.ts'
import { configKey } from './config-key.ts'
import { canonicalJson, configFaults, fillConfig } from '../documents/config-text.ts'
import { compareVersions } from '@portico/contract/app-releases'
import { audited } from '../../test/audited.ts'
import { appReleases } from './app-releases.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()
beforeEach(() => t.app.limits.appCallsByAddress.clear('127.0.0.1'))

/** Reads as an app does: only the bytes on the wire and the key it was built with. */
async function read(app: string, builtIn: string, id?: string) {
  const wire = await fetch(`${t.base}/api/v1/api/comm/app_config?app=${app}${id ? `&id=${id}` : ''}`)
  const { payload, signature, version } = JSON.parse(Buffer.from(await wire.arrayBuffer()).toString('utf8'))
  const x = Buffer.from(builtIn, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isOurs = verify(null, Buffer.from(payload, 'utf8'), key, Buffer.from(signature, 'base64'))
  return { isOurs, version, payload, signature, key, content: JSON.parse(payload) }
}
const builtIn = async (): Promise<string> => (await admin.call('GET', '/admin/app-config/key')).body.key
async function save(text: string, format = 'client_conf'): Promise<number> {
  const { status, body } = await admin.call('POST', '/admin/templates', { format, text, note: '' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.version
}
const rollOut = (version: number, percent: number, format = 'client_conf') =>
  admin.call('POST', '/admin/templates/rollout', { format, version, percent })

test('an app verifies the configuration from its bytes alone and detects every change', async () => {
  const key = await builtIn()
  const { isOurs, version, payload, signature, key: publicKey, content } = await read('client', key)
  expect([isOurs, version]).toEqual([true, 0])
  expect(content).toEqual({
    app: 'client',
    version: 0,
    issued_at: expect.stringMatching(/^\d{4}-.*Z$/),
    site: { title: 'Portico', url: t.base, api_url: `${t.base}/api/v1`, subscribe_urls: [t.base], closed: false },
    releases: [],
    config: {
      api_urls: [`${t.base}/api/v1`],
      links: { home: `${t.base}/index`, buy: `${t.base}/user/plans`, service: `${t.base}/service` },
      update_check_hours: 24,
    },
  })
  expect(payload).toBe(canonicalJson(content))
  // Names with a meaning in JavaScript stay plain keys.
  const text = '{"__proto__": {"isAdmin": true}, "b": 1, "a": {"constructor": "{{site_title}}"}}'
  const values = { site_title: 'T', site_url: '', api_url: '', subscribe_url: '', subscribe_host: '' }
  expect(canonicalJson(fillConfig(text, values))).toBe('{"__proto__":{"isAdmin":true},"a":{"constructor":"T"},"b":1}')
  const forged = payload.replace('Portico', 'Portica')
  expect(verify(null, Buffer.from(forged), publicKey, Buffer.from(signature, 'base64'))).toBe(false)
})

test('the client in the guide accepts our configuration and refuses one that is changed, old or for another app', async () => {
  const key = await builtIn()
  const address = (app: string) => `${t.base}/api/v1/api/comm/app_config?app=${app}`
  const taken = await readConfiguration(address('client'), 'client', key, '')
  expect(taken).toMatchObject({ app: 'client', version: 0 })
  expect(await readConfiguration(address('client'), 'client', key, taken.issued_at)).toMatchObject({ app: 'client' })
  await expect(readConfiguration(address('extension'), 'client', key, '')).rejects.toThrow('another app')
  await expect(readConfiguration(address('client'), 'client', key, '2999-01-01T00:00:00.000Z')).rejects.toThrow('older')
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
  await expect(readConfiguration(address('client'), 'client', stranger, '')).rejects.toThrow('signature')
  // A mirror that changed one letter.
  const { payload, signature } = (await (await fetch(address('client'))).json()) as { payload: string; signature: string }
  const forged = JSON.stringify({ payload: payload.replace('Portico', 'Portica'), signature })
  await expect(readConfiguration(`data:application/json,${encodeURIComponent(forged)}`, 'client', key, '')).rejects.toThrow('signature')
})

test('there is one signing key, however many ask for it first, for both apps and every process', async () => {
  const other = await startApp()
  // Opens every connection first, so that no call has a head start.
  await atOnce(() => other.database.db.execute('select 1'))
  const made = await atOnce(() => configKey(other.database))
  const answered = await Promise.all(
    ['client', 'extension'].map(async (app) => {
      const answer = await fetch(`${other.base}/api/v1/api/comm/app_config?app=${app}`)
      return ((await answer.json()) as { key: string }).key
    }),
  )
  const asked = [...made, ...answered]
  expect(new Set(asked).size).toBe(1)
  expect(Buffer.from(asked[0]!, 'base64')).toHaveLength(32)
  expect(asked[0]).not.toBe(await builtIn())
  await other.stop()
})

test('a published configuration reaches the apps with its placeholders filled; a draft does not, and the built-in one can return', async () => {
  const key = await builtIn()
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'A "quoted" \\ title', 'subscription.url': 'https://links.example.com' })
  const text = '{"hello": "{{ site_title }}", "hosts": ["{{subscribe_host}}"], "from": "{{subscribe_url}}/s", "z": null, "a": 1.50}'
  const version = await save(text)
  expect((await read('client', key)).version).toBe(0)
  await rollOut(version, 100)
  const { isOurs, content, version: got } = await read('client', key)
  expect([isOurs, got, content.version]).toEqual([true, version, version])
  expect(content.config).toEqual({
    hello: 'A "quoted" \\ title',
    hosts: ['links.example.com'],
    from: 'https://links.example.com/s',
    z: null,
    a: 1.5,
  })
  expect(content.site.subscribe_urls).toEqual(['https://links.example.com'])
  expect((await read('extension', key)).version).toBe(0)
  await rollOut(0, 100)
  expect((await read('client', key)).version).toBe(0)
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Portico', 'subscription.url': '' })
})

test('a staged share of installations gets the next version, always the same ones; those without an id wait', async () => {
  const key = await builtIn()
  const [former, next] = [await save('{"v":1}', 'extension_conf'), await save('{"v":2}', 'extension_conf')]
  await rollOut(former, 100, 'extension_conf')
  const installs = Array.from({ length: 12 }, (_, i) => `install-${i}`)
  for (const percent of [1, 40, 80]) {
    await rollOut(next, percent, 'extension_conf')
    const got = await Promise.all(installs.map(async (id) => (await read('extension', key, id)).version))
    expect(got).toEqual(installs.map((id) => (shareOfName(id) < percent ? next : former)))
    expect((await read('extension', key)).version).toBe(former)
  }
  expect((await rollOut(former, 50, 'extension_conf')).body.code).toBe('template.for_all')
  const among = Array.from({ length: 10_000 }, (_, i) => shareOfName(`id-${i}`))
  expect(Math.abs(among.filter((share) => share < 20).length - 2000)).toBeLessThan(200)
})

test('the configuration lists the newest releases, for each app its own', async () => {
  const key = await builtIn()
  const input = {
    minimum_version: '1.0',
    download_url: 'https://downloads.example.com/a',
    mirrors: [],
    sha256: null,
    notes_en: '',
    notes_zh: '',
  }
  for (const [platform, version] of [
    ['android', '1.9'],
    ['android', '1.10'],
    ['chrome', '4.0'],
  ]) {
    const { body } = await admin.call('POST', '/admin/app-releases', { ...input, platform, version })
    await admin.call('PATCH', `/admin/app-releases/${body.id}`, { published: true })
  }
  const names = async (app: string) => (await read(app, key)).content.releases.map((one: { version: string }) => one.version)
  expect([await names('client'), await names('extension')]).toEqual([['1.10'], ['4.0']])
})

test('while the site is closed, the signed answer says so', async () => {
  const key = await builtIn()
  await admin.call('PATCH', '/admin/settings', { 'site.closed': true })
  const { isOurs, content } = await read('client', key)
  expect([isOurs, content.site.closed]).toEqual([true, true])
  await admin.call('PATCH', '/admin/settings', { 'site.closed': false })
  for (const query of ['', '?app=other', '?app=client&id=short', `?app=client&id=${'x'.repeat(65)}`, '?app=client&id=a%00bcdefgh']) {
    expect((await fetch(`${t.base}/api/v1/api/comm/app_config${query}`)).status, query).toBe(422)
  }
})

test.each([
  [1, 'not_an_object', '[1]'],
  [1, 'not_an_object', '"text"'],
  [2, 'unparsable', '{"a": 1,\n "b": }'],
  [1, 'unparsable', '{"a": 1,\n\n'],
  [2, 'unparsable', '{\n"a": tru,\n"b": 1}'],
  [2, 'unparsable', '{\n"a": 1.,\n"b": 1}'],
  [3, 'unparsable', '{\n"a": 1\n"b": 1}'],
  [1, 'unparsable', ''],
  [2, 'duplicate_name', '{"a": 1,\n "a": 2}'],
  [2, 'unknown_placeholder', '{\n"a": "{{proxies}}"}'],
  [null, 'too_deep', `{"a": ${'['.repeat(40)}${']'.repeat(40)}}`],
  [null, 'too_deep', `{"a": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  [null, 'too_large', `{"a": "${'x'.repeat(64 * 1024)}"}`],
])('an invalid configuration is refused with its line (%s): %s', async (line, code, text) => {
  expect(configFaults(text)).toMatchObject([{ line, code }])
  const refused = await admin.call('POST', '/admin/templates', { format: 'client_conf', text, note: '' })
  expect([refused.status, refused.body.code]).toEqual([422, 'template.invalid'])
})

test('a preview shows what an app would get; profile templates ignore configurations', async () => {
  const preview = async (text: string) => (await admin.call('POST', '/admin/app-config/preview', { app: 'client', text })).body
  const { faults, payload } = await preview('{"t": "{{site_title}}"}')
  expect([faults, JSON.parse(payload).config]).toEqual([[], { t: 'Portico' }])
  expect(await preview('{')).toMatchObject({ payload: null, faults: [{ code: 'unparsable' }] })
  const asProfile = { format: 'client_conf', text: '{}', account_id: admin.id, client_version: null }
  expect((await admin.call('POST', '/admin/templates/preview', asProfile)).status).toBe(422)
  expect((await admin.call('GET', '/admin/templates/text', { format: 'extension_conf', version: 0 })).body.text).toContain('{{api_url}}')
  // A live one leaves members' links as they are.
  const member = await t.holder((await t.node({ name: 'HK 1' })).groupId)
  await rollOut(await save('{"v": 9}'), 100)
  const { subscribe_url: link } = (await member.call('GET', '/muser/getSubscribe')).body
  expect(await (await fetch(link, { headers: { 'user-agent': 'clash-verge/v2.4.2' } })).text()).toContain('HK 1')
})

afterEach(() => t.database.db.delete(appReleases))

const input = {
  platform: 'windows',
  version: '1.9.0',
  minimum_version: null,
  download_url: 'https://downloads.example.com/portico-1.9.0.exe',
  mirrors: [],
  sha256: null,
  notes_en: 'Faster',
  notes_zh: '更快',
}
const create = (values: object = {}) => admin.call('POST', '/admin/app-releases', { ...input, ...values })
const publish = (id: number, published = true) => admin.call('PATCH', `/admin/app-releases/${id}`, { published })
async function released(values: object = {}): Promise<number> {
  const { status, body } = await create(values)
  if (status !== 200) throw new Error(JSON.stringify(body))
  expect((await publish(body.id)).status).toBe(200)
  return body.id
}
const ask = async (body: object = {}) => (await t.call('POST', '/api/comm/version', { ...body })).body
const releasesOf = async (body?: object) =>
  (await ask(body)).items.map((one: { platform: string; version: string }) => `${one.platform} ${one.version}`)

test.each([
  ['1.9', '1.10', -1],
  ['1.2', '1.2.0', 0],
  ['2', '1.99999.99999.99999', 1],
  ['01.2.3', '1.2.3', 0],
  ['1.2.3.4', '1.2.3.10', -1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
  expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign)
})

test('the answer names the highest published version of each platform, in whatever order they were entered', async () => {
  await released({ version: '1.10.0', sha256: 'AB'.repeat(32), mirrors: ['https://mirror.example.com/a.exe'] })
  await released({ version: '1.9.9' })
  await create({ version: '2.0.0' })
  await released({ platform: 'firefox', version: '3.1', download_url: 'https://addons.example.com/portico' })
  expect(await releasesOf()).toEqual(['firefox 3.1', 'windows 1.10.0'])
  const { items, total } = await ask({ platform: 'windows' })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    download_url: input.download_url,
    mirrors: ['https://mirror.example.com/a.exe'],
    sha256: 'ab'.repeat(32),
    notes_zh: '更快',
    update_available: null,
    must_update: null,
  })
  expect(await releasesOf({ platform: 'ios' })).toEqual([])
})

test('an app learns whether there is a newer version and whether it must update', async () => {
  await released({ version: '2.4.0', minimum_version: '2.0' })
  const verdict = async (version: string) => {
    const [one] = (await ask({ platform: 'windows', version })).items
    return [one.update_available, one.must_update]
  }
  expect(await verdict('1.99')).toEqual([true, true])
  expect(await verdict('2.0.0')).toEqual([true, false])
  expect(await verdict('2.4')).toEqual([false, false])
  expect(await verdict('2.10')).toEqual([false, false])
  for (const bad of ['2.4-beta', '1.2.3.4.5', '', 'v2', '1..2', '123456']) {
    expect((await t.call('POST', '/api/comm/version', { version: bad })).status, bad).toBe(422)
  }
  expect((await t.call('POST', '/api/comm/version', { platform: 'amiga' })).status).toBe(422)
})

test('a withdrawn release gives way to the previous one, and only then can be deleted; publishing a release again, even many times at once, keeps its first publication time', async () => {
  const [former, latest] = [await released({ version: '1.0' }), await released({ version: '1.1' })]
  expect((await admin.call('DELETE', `/admin/app-releases/${latest}`)).body.code).toBe('release.published')
  expect(await releasesOf()).toEqual(['windows 1.1'])
  expect((await publish(latest, false)).body).toMatchObject({ published_at: null, newest: false })
  expect(await releasesOf()).toEqual(['windows 1.0'])
  expect((await admin.call('DELETE', `/admin/app-releases/${latest}`)).status).toBe(200)
  const listed = (await admin.call('GET', '/admin/app-releases')).body
  expect(listed.items).toMatchObject([{ id: former, newest: true }])
  const id = await released()
  const { published_at: at } = (await ask()).items[0]
  const answers = await atOnce(() => publish(id))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.published_at}`))).toEqual(new Set([`200 ${at}`]))
  expect((await audited(t, 'release', id)).map(({ action }) => action)).toEqual(['release.create', 'release.publish'])
})

test('a platform has each version once, however it is written, even if many operators add it at once', async () => {
  const answers = await atOnce((i) => create({ version: i % 2 ? '1.2' : '1.2.0' }))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  expect(answers.find((one) => one.status !== 200)?.body).toMatchObject({
    code: 'release.version_taken',
    errors: { version: [expect.any(String)] },
  })
  expect((await create({ version: '1.2', platform: 'macos' })).status).toBe(200)
  const other = (await create({ version: '1.3' })).body.id
  expect((await admin.call('PUT', `/admin/app-releases/${other}`, { ...input, version: '1.2.0.0' })).body.code).toBe(
    'release.version_taken',
  )
})

test.each([
  { download_url: 'http://downloads.example.com/a.exe' },
  { download_url: 'javascript:alert(1)' },
  { download_url: 'https://user:secret@downloads.example.com/a.exe' },
  { download_url: `https://downloads.example.com/${'a'.repeat(500)}` },
  { mirrors: ['ftp://downloads.example.com/a.exe'] },
  { mirrors: Array.from({ length: 6 }, () => 'https://downloads.example.com/a') },
  { sha256: 'ab' },
  { version: '1.0', minimum_version: '1.0.1' },
  { version: '1.0-rc1' },
  { platform: 'amiga' },
  { notes_en: 'x'.repeat(4001) },
])('%j is refused', async (values) => {
  expect((await create(values)).status).toBe(422)
})

test('the console lists apps and the extension separately, newest first, and every change is in the audit log', async () => {
  const first = await released({ version: '1.9' })
  await released({ version: '1.10' })
  await released({ platform: 'chrome', version: '5' })
  const list = async (query: Record<string, unknown>) =>
    (await admin.call('GET', '/admin/app-releases', query)).body.items.map(
      (one: { platform: string; version: string }) => `${one.platform} ${one.version}`,
    )
  expect(await list({ app: 'client' })).toEqual(['windows 1.10', 'windows 1.9'])
  expect(await list({ app: 'extension' })).toEqual(['chrome 5'])
  expect(await list({ app: 'client', platform: 'chrome' })).toEqual([])
  expect(await list({ page: 2, page_size: 2 })).toEqual(['windows 1.9'])
  await admin.call('PUT', `/admin/app-releases/${first}`, { ...input, version: '1.9', notes_en: 'Changed' })
  await publish(first, false)
  await admin.call('DELETE', `/admin/app-releases/${first}`)
  const by = { actorKind: 'staff', actorId: admin.id }
  const rows = await audited(t, 'release', first)
  expect(rows).toMatchObject([
    { ...by, action: 'release.create', before: null, after: { platform: 'windows', version: '1.9', publishedAt: null } },
    { ...by, action: 'release.publish', before: { publishedAt: null }, after: { publishedAt: expect.any(String) } },
    { ...by, action: 'release.update', before: { notesEn: 'Faster' }, after: { notesEn: 'Changed' } },
    { ...by, action: 'release.withdraw', before: { publishedAt: expect.any(String) }, after: { publishedAt: null } },
    { ...by, action: 'release.delete', before: { version: '1.9', notesEn: 'Changed' }, after: null },
  ])
  expect(Object.keys(rows[2]!.before as object)).toEqual(['notesEn'])
})

test('one network cannot ask without limit', async () => {
  const answers = await Promise.all(Array.from({ length: 125 }, () => t.call('POST', '/api/comm/version')))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await t.call('GET', '/api/comm/app_config', { app: 'client' })).status).toBe(429)
  await t.app.limits.appCallsByAddress.clear('127.0.0.1')
})
