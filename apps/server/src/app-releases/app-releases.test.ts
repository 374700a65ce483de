import { compareVersions } from '@portico/contract/app-releases'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { appReleases } from './app-releases.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()
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

test('a withdrawn release gives way to the previous one, and only then can be deleted', async () => {
  const [former, latest] = [await released({ version: '1.0' }), await released({ version: '1.1' })]
  expect((await admin.call('DELETE', `/admin/app-releases/${latest}`)).body.code).toBe('release.published')
  expect(await releasesOf()).toEqual(['windows 1.1'])
  expect((await publish(latest, false)).body).toMatchObject({ published_at: null, newest: false })
  expect(await releasesOf()).toEqual(['windows 1.0'])
  expect((await admin.call('DELETE', `/admin/app-releases/${latest}`)).status).toBe(200)
  const listed = (await admin.call('GET', '/admin/app-releases')).body
  expect(listed.items).toMatchObject([{ id: former, newest: true }])
})

test('publishing a release again, even many times at once, keeps its first publication time', async () => {
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
