import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createDatabase, forFile, runSql, SETTINGS_KEY, startApp } from '../../test/harness.ts'
import { startS3 } from '../../test/s3-server.ts'
import { readConfig } from '../config.ts'
import { backupBucket } from './bucket.ts'
import { runCommand } from './command.ts'

const PASSPHRASE = 'tall pines stand still'
const [t, s3] = await Promise.all([forFile(startApp()), forFile(startS3())])
const admin = await t.admin()
const folder = join(tmpdir(), `bucket-${randomUUID()}`)
await mkdir(folder)
afterEach(() => {
  s3.state.fault = 'none'
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function backUp() {
  t.travel(1000)
  expect((await admin.call('POST', '/admin/backups')).status).toBe(200)
  await t.runJobs()
  return (await admin.call('GET', '/admin/backups')).body.items
}
const stored = () => [...s3.objects.keys()].map((key) => key.replace('backups/', ''))

test('a backup is copied to the bucket, which keeps as many as the folder, and is downloaded from there when the folder is lost', async () => {
  const { 'files.storage': _, ...named } = s3.settings
  await admin.call('PATCH', '/admin/settings', { ...named, 'backups.passphrase': PASSPHRASE, 'backups.keep': 1, 'backups.bucket': true })
  // Of a life of the site that this database does not know, and of somebody else.
  for (const name of ['portico-20260101-040000.age', 'holiday.jpg'])
    s3.objects.set(`backups/${name}`, { bytes: Buffer.from(''), type: '', at: new Date() })
  const [made] = await backUp()
  expect(made).toMatchObject({ state: 'done', drill_fault: null, stored_at: expect.any(String), store_fault: null })
  expect(stored()).toEqual(['holiday.jpg', made.file_name])
  expect(s3.state.refused).toBe(0)
  await rm(join(t.app.config.dataDir, 'backups', made.file_name))
  const file = await admin.call('GET', `/admin/backups/${made.id}/file`)
  expect([file.status, String(file.body).startsWith('age-encryption.org/v1')]).toEqual([200, true])
})

test('a bucket that does not take the backup is named; the file in the folder is drilled all the same', async () => {
  const before = stored()
  s3.state.fault = 'down'
  const [made] = await backUp()
  expect(made).toMatchObject({
    state: 'done',
    drill_fault: null,
    stored_at: null,
    store_fault: expect.stringContaining('the bucket refused (503)'),
  })
  expect(await readdir(join(t.app.config.dataDir, 'backups'))).toContain(made.file_name)
  expect(stored()).toEqual(before)
  const { items } = (await admin.call('GET', '/admin/overview/needs')).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toContain('backup_failed')
})

test('a large file is sent in pieces; when they are not joined, that is an error', async () => {
  const bucket = backupBucket(t.app.settings())!
  const [path, bytes] = [join(folder, 'large'), randomBytes(9_000_000)]
  await writeFile(path, bytes)
  await bucket.send(path, 'large')
  expect(s3.objects.get('backups/large')!.bytes.equals(bytes)).toBe(true)
  s3.state.fault = 'unjoined'
  await expect(bucket.send(path, 'other')).rejects.toThrow('the bucket')
})

test('portico restore s3: lists what the bucket has, and restores one of them', async () => {
  const database = await createDatabase()
  const given = { DATABASE_URL: database.serverUrl, DATABASE_DIRECT_URL: database.ownerUrl, DATA_DIR: join(folder, 'data'), SETTINGS_KEY }
  const config = readConfig(given)
  if ('faults' in config) throw new Error(config.faults.join())
  const { settings } = s3
  const env = {
    BACKUP_PASSPHRASE: PASSPHRASE,
    S3_ENDPOINT: settings['files.s3_endpoint'],
    S3_REGION: settings['files.s3_region'],
    S3_BUCKET: settings['files.s3_bucket'],
    S3_ACCESS_ID: settings['files.s3_access_id'],
    S3_SECRET: settings['files.s3_secret'],
  }
  const restore = (what: string, more = {}) => runCommand('restore', config, what, { ...env, ...more })
  const [name] = await restore('s3:')
  expect(name).toMatch(/^s3:portico-\d{8}-\d{6}\.age$/)
  await expect(restore('s3:', { S3_SECRET: '' })).rejects.toThrow('set S3_ENDPOINT')
  await expect(restore('s3:', { S3_SECRET: 'wrong' })).rejects.toThrow('the bucket refused (403)')
  await expect(restore('s3:other.age')).rejects.toThrow('the bucket has no other.age')
  await expect(restore(name!, { BACKUP_PASSPHRASE: 'wrong' })).rejects.toThrow('does not open it; nothing was changed')
  expect((await restore(name!)).join()).toContain('Restored:')
  expect(await readdir(join(config.dataDir, 'backups'))).toEqual([])
  // As root, PostgreSQL runs as another user, who must reach its folder.
  expect((await stat(config.dataDir)).mode & 0o001).toBe(0o001)
  const there = await runSql(database.ownerUrl, `select count(*)::int as n from accounts where id = ${admin.id}`)
  expect(there.rows).toEqual([{ n: 1 }])
  await database.drop()
})
