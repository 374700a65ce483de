import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { readConfiguration } from '../../../../docs/guide/configuration-client.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { shareOfName } from '../templates/live-documents.ts'
import { configKey } from './config-key.ts'
import { canonicalJson, configFaults, fillConfig } from '../documents/config-text.ts'

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

test('names with a meaning in JavaScript stay plain keys', () => {
  const text = '{"__proto__": {"isAdmin": true}, "b": 1, "a": {"constructor": "{{site_title}}"}}'
  const values = { site_title: 'T', site_url: '', api_url: '', subscribe_url: '', subscribe_host: '' }
  const filled = canonicalJson(fillConfig(text, values))
  expect(filled).toBe('{"__proto__":{"isAdmin":true},"a":{"constructor":"T"},"b":1}')
})

test('a preview shows what an app would get; profile templates ignore configurations', async () => {
  const preview = async (text: string) => (await admin.call('POST', '/admin/app-config/preview', { app: 'client', text })).body
  const { faults, payload } = await preview('{"t": "{{site_title}}"}')
  expect([faults, JSON.parse(payload).config]).toEqual([[], { t: 'Portico' }])
  expect(await preview('{')).toMatchObject({ payload: null, faults: [{ code: 'unparsable' }] })
  const asProfile = { format: 'client_conf', text: '{}', account_id: admin.id, client_version: null }
  expect((await admin.call('POST', '/admin/templates/preview', asProfile)).status).toBe(422)
  expect((await admin.call('GET', '/admin/templates/text', { format: 'extension_conf', version: 0 })).body.text).toContain('{{api_url}}')
})

test('a live configuration does not affect members’ links', async () => {
  const [member, node] = [await t.member(), await t.node({ name: 'HK 1' })]
  await t.subscribe(member.id, node.groupId)
  await rollOut(await save('{"v": 9}'), 100)
  const { subscribe_url: link } = (await member.call('GET', '/muser/getSubscribe')).body
  expect(await (await fetch(link, { headers: { 'user-agent': 'clash-verge/v2.4.2' } })).text()).toContain('HK 1')
})
