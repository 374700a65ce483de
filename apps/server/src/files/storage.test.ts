import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { type Answer, forFile, startApp } from '../../test/harness.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { startS3 } from '../../test/s3-server.ts'
import { storedNames } from '../../test/stored-names.ts'
import { sweepFiles } from './sweep-files.ts'

const [t, s3] = await Promise.all([forFile(startApp()), forFile(startS3())])
const admin = await t.admin()
const picture = await gradient(600, 500).jpeg().toBuffer()
afterEach(() => {
  s3.state.fault = 'none'
})

const upload = (): Promise<Answer> => admin.call('POST', '/admin/files', fileForm(picture))
const fetched = async (path: string): Promise<number> => (await fetch(t.base + path)).status
const rows = async (): Promise<number> => (await t.database.pool.query('select count(*)::int as n from files')).rows[0].n
async function set(values: Record<string, unknown>): Promise<void> {
  expect((await admin.call('PATCH', '/admin/settings', values)).status).toBe(200)
  await t.app.reloadSettings()
}
const onDisk = (): Promise<string[]> => storedNames(t)
const testResult = async (): Promise<string> => (await admin.call('POST', '/admin/files/storage/test')).body.result

test('a full disk is reported as full, and nothing half-written stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-full-'))
  const script = fileURLToPath(new URL('../../test/fill-disk.ts', import.meta.url))
  // In kilobytes, for every file of that process.
  const { stdout } = await promisify(execFile)('bash', ['-c', 'ulimit -f 500; exec "$0" "$@"', process.execPath, script, folder])
  expect(stdout.trim().split('\n')).toEqual(['stored', 'file.storage_full', 'stored'])
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ])
  await rm(folder, { recursive: true })
})

test('a folder that cannot be written says that the storage is down', async () => {
  const before = await rows()
  const folder = join(t.app.config.dataDir, 'files')
  await mkdir(t.app.config.dataDir, { recursive: true })
  await writeFile(folder, 'a file where the folder should be')
  expect(await upload()).toMatchObject({ status: 503, body: { code: 'file.storage_down' } })
  expect(await rows()).toBe(before)
  await rm(folder)
  expect((await upload()).status).toBe(200)
})

test('what is uploaded is for the server’s user alone', async () => {
  const { key } = (await upload()).body
  const folder = join(t.app.config.dataDir, 'files')
  const modes = [folder, join(folder, key.slice(0, 2)), join(folder, key.slice(0, 2), key)].map(
    async (path) => (await stat(path)).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600])
})

test('bytes without a row go after an hour, and nothing else does', async () => {
  const { body } = await upload()
  const folder = join(t.app.config.dataDir, 'files', 'ab')
  await mkdir(folder, { recursive: true })
  const [young, old, cut] = ['ab'.repeat(16), `ab${'0'.repeat(30)}`, `ab${'1'.repeat(30)}.part`]
  for (const name of [young, old, cut]) await writeFile(join(folder, name), 'x')
  const past = new Date(t.app.now().getTime() - 2 * 3600_000)
  for (const name of [old, cut]) await utimes(join(folder, name), past, past)
  const [large, small] = [join(t.app.config.dataDir, 'files', body.key.slice(0, 2), body.key), `${body.key}-small`]
  await utimes(large, past, past)
  await sweepFiles(t.app)
  const left = await onDisk()
  expect(left).toContain(young)
  expect(left).toContain(body.key)
  expect(left).toContain(small)
  expect(left).not.toContain(old)
  expect(left).not.toContain(cut)
  t.travel(2 * 3600_000)
  await sweepFiles(t.app)
  expect(await onDisk()).not.toContain(young)
  expect(await fetched(body.url)).toBe(200)
})

test('files already on disk are shown while the bucket is the storage, and move there', async () => {
  const { body: old } = await upload()
  const before = await onDisk()
  expect(before.length).toBeGreaterThan(1)
  await set(s3.settings)
  expect(await fetched(old.url)).toBe(200)
  await sweepFiles(t.app)
  expect(await onDisk()).toEqual([])
  expect([...s3.objects.keys()].toSorted()).toEqual(before.map((name) => `files/${name.slice(0, 2)}/${name}`).toSorted())
  expect([await fetched(old.url), await fetched(old.thumbnail_url)]).toEqual([200, 200])
})

test('requests to the bucket are signed; a file is read, read in part, and removed', async () => {
  const { body } = await upload()
  const key = `files/${body.key.slice(0, 2)}/${body.key}`
  expect(s3.objects.get(key)).toMatchObject({ type: 'image/webp' })
  expect(await onDisk()).toEqual([])
  const whole = Buffer.from(await (await fetch(t.base + body.url)).arrayBuffer())
  expect(whole.equals(s3.objects.get(key)!.bytes)).toBe(true)
  const part = await fetch(t.base + body.url, { headers: { range: 'bytes=8-11' } })
  expect([part.status, await part.text()]).toEqual([206, 'WEBP'])
  expect((await admin.call('DELETE', `/admin/files/${body.id}`)).status).toBe(200)
  expect([...s3.objects.keys()].filter((name) => name.includes(body.key))).toEqual([])
  expect(await fetched(body.url)).toBe(404)
  expect(s3.state.refused).toBe(0)
})

test('bytes in the bucket without a row are swept away, page by page', async () => {
  const [young, old] = [`files/cd/${'cd'.repeat(16)}`, (i: number) => `files/ef/${'ef'.repeat(14)}${String(i).padStart(4, '0')}`]
  const past = new Date(t.app.now().getTime() - 2 * 3600_000)
  s3.objects.set(young, { bytes: Buffer.from('x'), type: '', at: t.app.now() })
  for (let i = 0; i < 1200; i++) s3.objects.set(old(i), { bytes: Buffer.from('x'), type: '', at: past })
  await sweepFiles(t.app)
  expect([...s3.objects.keys()].filter((key) => key.startsWith('files/ef/'))).toEqual([])
  expect(s3.objects.has(young)).toBe(true)
})

test.each([
  ['answers with an error', 'down', 503, 'file.storage_down'],
  ['goes away in the middle of an upload', 'cut', 503, 'file.storage_down'],
  ['is full', 'full', 507, 'file.storage_full'],
] as const)('when the bucket %s, the upload says so and leaves nothing', async (_, fault, status, code) => {
  const [before, kept] = [await rows(), s3.objects.size]
  s3.state.fault = fault
  const answer = await upload()
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect([await rows(), s3.objects.size]).toEqual([before, kept])
  s3.state.fault = 'none'
  expect((await upload()).status).toBe(200)
})

test('a picture that cannot be read just now is not remembered as missing', async () => {
  const { body } = await upload()
  s3.state.fault = 'down'
  const answer = await fetch(t.base + body.url)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  s3.state.fault = 'none'
  expect(await fetched(body.url)).toBe(200)
})

test('a deleted file whose bytes cannot be removed now is removed later', async () => {
  const { body } = await upload()
  s3.state.fault = 'down'
  expect((await admin.call('DELETE', `/admin/files/${body.id}`)).status).toBe(200)
  s3.state.fault = 'none'
  const left = (): number => [...s3.objects.keys()].filter((key) => key.includes(body.key)).length
  expect(left()).toBe(2)
  t.travel(2 * 3600_000)
  await sweepFiles(t.app)
  expect(left()).toBe(0)
})

test('the test of the bucket tells a wrong key, a wrong bucket and silence apart', async () => {
  expect(await testResult()).toBe('works')
  await set({ 'files.s3_secret': 'another secret' })
  expect(await testResult()).toBe('refused')
  await set({ ...s3.settings, 'files.s3_bucket': 'nobody' })
  expect(await testResult()).toBe('no_bucket')
  await set({ ...s3.settings, 'files.s3_endpoint': 'http://127.0.0.1:9' })
  expect(await testResult()).toBe('unreachable')
  await set({ 'files.s3_bucket': '' })
  expect(await testResult()).toBe('not_set')
  await set({ 'files.storage': 'disk' })
})

test('the secret key never leaves the server', async () => {
  await set(s3.settings)
  expect((await admin.call('GET', '/admin/settings')).body['files.s3_secret']).toBe(true)
  const { rows: stored } = await t.database.pool.query("select value::text from settings where key = 'files.s3_secret'")
  expect(stored[0].value).not.toContain(s3.settings['files.s3_secret'])
})
