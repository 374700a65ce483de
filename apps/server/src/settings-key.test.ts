import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { atOnce, RACES } from '../test/at-once.ts'
import { findSettingsKey } from './db/settings-key.ts'
import { createDatabase } from '../test/harness.ts'
import { endProcess, newFolder, removeFolders, type ServerProcess, startProcess } from '../test/server-process.ts'
import { usedFolder } from '../test/used-folder.ts'

// Each test starts the real server, some four times.
vi.setConfig({ testTimeout: 180_000 })

const running = new Set<ChildProcess>()
const undo: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  await Promise.all([...running].map((child) => endProcess(child, 'SIGTERM')))
  running.clear()
  for (const step of undo.splice(0)) await step()
})
afterAll(removeFolders)

async function start(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  const started = await startProcess({ LOG_LEVEL: 'warn', ...env }, ...args)
  running.add(started.child)
  return started
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

type Database = { url: string; env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATA_DIR: string } }

/** An external, migrated database with one payment method stored before there was a key. */
async function externalDatabase(): Promise<Database> {
  const { ownerUrl: url, serverUrl, drop } = await createDatabase('template_portico')
  undo.push(drop)
  await query(
    url,
    `insert into payment_methods (uuid, driver, name, config, currency)
     values ('${randomBytes(12).toString('hex')}', 'epay', 'EPay', '{"url": "https://pay.example.com", "pid": "1", "key": "gateway-key-1"}', 'CNY')`,
  )
  return { url, env: { DATABASE_URL: serverUrl, DATABASE_DIRECT_URL: url, DATA_DIR: newFolder() } }
}

const contentOf = async (url: string): Promise<string> =>
  JSON.stringify([await query(url, 'select * from payment_methods'), await query(url, 'select * from server_secrets')])

test('a key encrypts what an external database holds, and from then on only that key opens it, until an operator says that it is lost', async () => {
  const { url, env: base } = await externalDatabase()
  const without = await start(base)
  expect(without.output().match(/SETTINGS_KEY is not set/g)).toHaveLength(1)
  expect(await contentOf(url)).toContain('gateway-key-1')
  await endProcess(without.child, 'SIGTERM')
  const signing = String((await query(url, `select value from server_secrets where name = 'quote'`))[0]?.['value'])

  const env = { ...base, SETTINGS_KEY: randomBytes(32).toString('base64') }
  for (const started of await Promise.all([start(env), start(env), start(env)])) expect(started.base, started.output()).not.toBe('')
  const sealed = await contentOf(url)
  expect(sealed).not.toContain('gateway-key-1')
  expect(sealed).not.toContain(signing)
  expect(sealed).toContain('https://pay.example.com')

  const another = { ...base, SETTINGS_KEY: randomBytes(32).toString('hex') }
  const [wrong, missing] = await Promise.all([start(another), start(base)])
  for (const { child, output } of [wrong, missing]) {
    expect(child.exitCode).toBe(1)
    const said = expect.stringMatching(/payment methods.*set it to the key used before.*--forget-secrets/)
    expect(output().trim().split('\n')).toEqual([said])
  }
  expect(wrong.output()).toContain('portico: SETTINGS_KEY is not the key of this database')
  expect(missing.output()).toContain('portico: SETTINGS_KEY is missing')
  expect((await start(env)).base).not.toBe('')
  expect(await contentOf(url)).toBe(sealed)

  await Promise.all([...running].map((child) => endProcess(child, 'SIGTERM')))
  const again = await start(another, '--forget-secrets')
  expect(again.base, again.output()).not.toBe('')
  // What the key protected is gone, and such methods are off.
  const [method] = await query(url, 'select config, enabled from payment_methods')
  expect(method).toEqual({ config: { url: 'https://pay.example.com', pid: '1' }, enabled: false })
})

test('many simultaneous requests with the same key all get it', async () => {
  const { url } = await externalDatabase()
  const given = randomBytes(32)
  const found = await atOnce(() => findSettingsKey(url, { given, dataDir: null }))
  expect(found).toEqual(Array(RACES).fill(given))
  await expect(findSettingsKey(url, { given: randomBytes(32), dataDir: null })).rejects.toThrow('SETTINGS_KEY is not the key')
})

test('our own database has a key file, readable only by its owner; without it the start names it and creates no other', async () => {
  const dataDir = await usedFolder()
  const file = join(dataDir, 'settings.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)

  renameSync(file, `${file}.away`)
  const missing = await start({ DATA_DIR: dataDir })
  expect([missing.child.exitCode, missing.output().trim().split('\n').length]).toEqual([1, 1])
  expect(missing.output()).toContain(`portico: ${file} is missing`)
  expect(existsSync(file)).toBe(false)

  writeFileSync(file, 'not a key')
  expect((await start({ DATA_DIR: dataDir })).output()).toContain(`${file} is damaged`)

  renameSync(`${file}.away`, file)
  const right = await start({ DATA_DIR: dataDir })
  expect(right.base).not.toBe('')
  expect(right.output()).not.toContain('SETTINGS_KEY')
})
