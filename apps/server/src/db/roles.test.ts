import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { caller, createDatabase, runSql, startApp, withToken } from '../../test/harness.ts'
import { postgresProxy } from '../../test/postgres-proxy.ts'
import { endProcess, newFolder, OPERATOR, removeFolders, startProcess, startReady } from '../../test/server-process.ts'
import { usedFolder } from '../../test/used-folder.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { appendOnlyTables } from './roles.ts'

// Each test starts a server, some with their own database.
vi.setConfig({ testTimeout: 120_000 })

const running = new Set<ChildProcess>()
const undo: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all([...running].map((child) => endProcess(child, 'SIGTERM')))
  running.clear()
  for (const work of undo.splice(0).toReversed()) await work()
})
afterAll(removeFolders)

async function start(env: Record<string, string>) {
  const server = await startReady({ ...OPERATOR, LOG_LEVEL: 'warn', ...env })
  running.add(server.child)
  return server
}

async function leaveRecord(base: string): Promise<void> {
  const call = caller(base)
  const { body } = await call('POST', '/muser/auth/login', { email: OPERATOR.ADMIN_EMAIL, password: OPERATOR.ADMIN_PASSWORD })
  expect((await withToken(call, body.x_token)('PATCH', '/admin/settings', { 'site.title': randomUUID() })).status).toBe(200)
}

const CHANGES = appendOnlyTables.flatMap((table) => [
  `update ${table} set id = default`,
  `update ${table} set id = default where false`,
  `delete from ${table}`,
  `truncate ${table}`,
])
async function expectKept(url: string, why: RegExp): Promise<void> {
  expect((await runSql(url, 'select from audit_log')).rowCount).toBeGreaterThan(0)
  for (const change of CHANGES) await expect(runSql(url, change), change).rejects.toThrow(why)
}

function urlIn(dataDir: string, role: string, secret: string): string {
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://${role}:${readFileSync(join(dataDir, secret), 'utf8').trim()}@127.0.0.1:${port}/portico`
}

test('with the embedded database the server has its own role, which cannot change audit rows; not even the owner can', async () => {
  const dataDir = await usedFolder()
  const { base, output } = await start({ DATA_DIR: dataDir })
  await leaveRecord(base)
  const [server, owner] = [urlIn(dataDir, 'portico_server', 'postgres-server.secret'), urlIn(dataDir, 'portico', 'postgres.secret')]
  await expectKept(server, /permission denied/)
  await expectKept(owner, /append-only/)
  await expect(runSql(server, 'alter table audit_log disable trigger append_only')).rejects.toThrow('must be owner')
  for (const secret of ['postgres.secret', 'postgres-server.secret']) expect(statSync(join(dataDir, secret)).mode & 0o777).toBe(0o600)
  const { rows } = await runSql(
    owner,
    `select distinct usename from pg_stat_activity where datname = 'portico' and pid <> pg_backend_pid()`,
  )
  expect(rows).toEqual([{ usename: 'portico_server' }])
  expect(output()).not.toContain('only a trigger')
})

test('a data folder of the last release starts without help, with what it had in one partition, even if the secret of the server’s role is lost', async () => {
  const dataDir = newFolder()
  const old = await startEmbedded(dataDir)
  // As that release left it: its migrations, and no role for the server.
  const migrations = newFolder()
  cpSync(fileURLToPath(new URL('../../migrations', import.meta.url)), migrations, { recursive: true })
  const journal = join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const released = entries.filter(({ idx }: { idx: number }) => idx <= 10)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: released }))
  const client = new pg.Client(old.urls.owner)
  await client.connect()
  await runDrizzle(drizzle(client), { migrationsFolder: migrations })
  await client.query(`insert into audit_log (at, actor_id, action, target) values (now(), 1, 'old', 'kept')`)
  await client.query(`with a as (insert into accounts (email, email_key, password_hash) values ('a@example.com', 'a@example.com', 'x') returning id)
    insert into link_fetches (account_id, slot, link, client, network, format, at) select id, now(), 'l', 'c', 'n', 'f', now() from a`)
  await client.query('drop role portico_server')
  await client.end()
  await old.stop()
  rmSync(join(dataDir, 'postgres-server.secret'))
  const first = await start({ DATA_DIR: dataDir })
  await expectKept(urlIn(dataDir, 'portico_server', 'postgres-server.secret'), /permission denied/)
  await endProcess(first.child, 'SIGTERM')
  rmSync(join(dataDir, 'postgres-server.secret'))
  const second = await start({ DATA_DIR: dataDir })
  await leaveRecord(second.base)
  const places = `select tableoid::regclass::text as place, count(distinct id)::int as rows, min(id)::int as first from audit_log group by 1
    union all select tableoid::regclass::text, count(*), 0 from link_fetches group by 1 order by 1`
  expect((await runSql(urlIn(dataDir, 'portico', 'postgres.secret'), places)).rows).toMatchObject([
    { place: 'audit_log_before', rows: 2, first: 1 },
    { place: 'link_fetches_before', rows: 1 },
  ])
})

async function external() {
  const database = await createDatabase()
  const suffix = randomUUID().slice(0, 8)
  const [owner, server] = [`owner_${suffix}`, `server_${suffix}`]
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await runSql(
    inject('adminUrl'),
    `create role ${owner} login password 'o'; create role ${server} login password 's'; alter database ${name} owner to ${owner}`,
  )
  undo.push(() => runSql(inject('adminUrl'), `drop role ${owner}, ${server}`), database.drop)
  const as = (role: string, password: string): string => {
    const url = new URL(database.ownerUrl)
    url.username = role
    url.password = password
    return url.href
  }
  return { database, owner: as(owner, 'o'), server: as(server, 's'), roles: { owner, server } }
}

test('with two roles on an external database the server cannot change audit rows, and nothing that needs a session goes through the pooler', async () => {
  const { owner, server, roles, database } = await external()
  let forwarded = ''
  const pooler = await postgresProxy(server, (sent) => (forwarded += sent))
  undo.push(pooler.stop)
  const { base, output } = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: owner })
  await leaveRecord(base)
  await expectKept(server, /permission denied/)
  await expectKept(owner, /append-only/)
  await expectKept(database.ownerUrl, /append-only/)
  expect(output()).not.toContain('only a trigger')
  const busy = `select distinct usename from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  // A connection of the owner may still be closing.
  await expect.poll(async () => (await runSql(database.ownerUrl, busy)).rows).toEqual([{ usename: roles.server }])
  // A paid order is opened, and a job enqueued by a request runs: the server's role is enough for the queue too.
  const t = await startApp({ on: { ...database, serverUrl: server, drop: async () => {} } })
  undo.push(t.stop)
  const node = await t.node()
  const member = await t.holder(node.groupId)
  await node.post('push', { [member.id]: [1, 2] })
  const jobs = async () => (await runSql(database.ownerUrl, 'select from graphile_worker.jobs')).rowCount
  const counted = async () => (await t.database.pool.query('select from traffic_hourly')).rowCount
  await expect.poll(counted).toBe(1)
  await expect.poll(jobs).toBe(0)
  expect(forwarded).toContain('insert into "sessions"')
  expect(forwarded.toLowerCase()).not.toMatch(/\blisten\b|pg_advisory_lock\(|create table|graphile_worker\.get_job/)
})

test('with one role only the trigger refuses, and the log says so in one line', async () => {
  const { owner } = await external()
  const { base, output } = await start({ DATABASE_URL: owner })
  await leaveRecord(base)
  await expectKept(owner, /append-only/)
  expect(
    output()
      .split('\n')
      .filter((line) => line.includes('only a trigger')),
  ).toHaveLength(1)
})

test('a role without migration rights is reported in one line', async () => {
  const { server } = await external()
  const { child, output } = await startProcess({ DATABASE_URL: server })
  expect(child.exitCode).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toMatch(/cannot be used: permission denied/)
})
