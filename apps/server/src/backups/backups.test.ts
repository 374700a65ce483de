import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity } from 'age-encryption'
import { runMigrations } from 'graphile-worker'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { createDatabase, forFile, runSql, SETTINGS_KEY, startApp, type TestApp, type TestDatabase } from '../../test/harness.ts'
import { startAlipay } from '../../test/gateways/alipay.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import type { Heard } from '../../test/gateways/listen.ts'
import { openShop, type Shop } from '../../test/gateways/shop.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { inTurn } from '../db/in-turn.ts'
import { findSettingsKey } from '../db/settings-key.ts'
import { markDatabase, noticeRestore } from './database-mark.ts'
import { drillBackup } from './drill-backup.ts'
import { type Part, readBackupFile, writeBackupFile } from './file/backup-file.ts'
import { lockOf } from './file/lock.ts'
import { migrateTo } from './load-database.ts'
import { makeBackup } from './make-backup.ts'
import { rehearseMigration } from './rehearse-migration.ts'
import { checkNotRestoring, restoreBackup } from './restore-backup.ts'

const PASSPHRASE = 'tall pines stand still'
/** A passphrase is made to be slow: most tests use a key. */
const KEY = await generateIdentity()
const folder = join(tmpdir(), `backups-${randomUUID()}`)
const t = await forFile(startApp())
const admin = await t.admin()
const picture = (await admin.call('POST', '/admin/files', fileForm(await gradient(2000, 2000).png().toBuffer(), 'a.png'))).body
const made: TestDatabase[] = []
afterAll(async () => {
  await Promise.all(made.map((database) => database.drop().catch(() => {})))
  await Promise.all(globSync(`${folder}*`).map((path) => rm(path, { recursive: true, force: true })))
})

let count = 0
async function backUp(secret = KEY): Promise<string> {
  const path = `${folder}-${++count}.age`
  await makeBackup(t.app, { out: createWriteStream(path), lock: await lockOf(secret) })
  return path
}

/** An empty database with the configuration of a server on it, in the form of a cluster with several hosts. */
async function place() {
  const database = await createDatabase()
  made.push(database)
  const dataDir = join(folder, String(++count))
  const [url, direct] = [database.serverUrl, database.ownerUrl].map((one) => one.replace(/@([^/]+)/, '@$1,$1'))
  const config = readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATA_DIR: dataDir, SETTINGS_KEY })
  if ('faults' in config) throw new Error(config.faults.join())
  return { database, config }
}
const restored = async (path: string, secret = KEY, now = t.app.now()) => {
  const to = await place()
  return { ...to, ...(await restoreBackup(to.config, path, secret, now)) }
}
const tablesIn = async ({ ownerUrl }: TestDatabase): Promise<number> =>
  (await runSql(ownerUrl, `select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)).rowCount ?? 0
/** What the rules of a database are made of, and all rows of a few tables. */
const described = async (url: string): Promise<unknown> => {
  const all = await Promise.all(
    [
      `select conrelid::regclass::text, conname, contype, convalidated, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
      `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
      // PostgreSQL makes and names those of partitions.
      `select pg_get_indexdef(oid) from pg_class where relkind in ('i', 'I') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
      'select * from accounts order by id',
      'select tableoid::regclass::text, * from traffic_hourly',
      'select tableoid::regclass::text, id from audit_log order by id',
      'select * from ledger_entries order by id',
      'select * from audit_log order by id',
    ].map((statement) => runSql(url, statement)),
  )
  return all.map(({ rows }) => rows)
}
/** The same backup with other parts. */
async function changed(path: string, change: (part: Part) => Part | null, secret = KEY): Promise<string> {
  const parts = async function* () {
    for await (const part of readBackupFile(path, secret)) {
      const next = change(part)
      if (next) yield next
    }
  }
  const to = `${folder}-${++count}.age`
  await writeBackupFile(parts(), await lockOf(secret), createWriteStream(to))
  return to
}

/** A backup of a moment at which much was going on. */
let whileBusy = ''

test('a backup made while orders come in is one moment; restored, it has the same rows, rules, files and secrets', async () => {
  await admin.call('PATCH', '/admin/settings', { 'mail.password': 'a mail secret', 'topup.enabled': true })
  await t.asOwner(`select keep_partitions('traffic_hourly', '1 month', null, '2026-01-01Z', '2026-02-01Z');
    select keep_partitions('audit_log', '1 month', null, date_trunc('month', now(), 'UTC'), now());
    insert into traffic_hourly (account_id, node_id, hour, up, down, billed_up, billed_down)
    values (${admin.id}, 1, '2026-01-05 10:00Z', 1, 2, 3, 4)`)
  const buyers = await Promise.all([t.member(), t.member(), t.member()])
  const busy = { on: true }
  const adjusting = buyers.map(async ({ id }) => {
    while (busy.on) await admin.call('POST', `/admin/users/${id}/balance`, { amount: 4242, reason: 'busy' })
  })
  whileBusy = await backUp()
  busy.on = false
  await Promise.all(adjusting)
  const quiet = await backUp(PASSPHRASE)
  const { database, config, rows, files } = await restored(quiet, PASSPHRASE)
  expect([files, rows > 50]).toEqual([2, true])
  expect(await described(database.ownerUrl)).toEqual(await described(t.ownerUrl))
  const name = /[0-9a-f]{32}/.exec(picture.url)![0]
  for (const stored of [name, `${name}-small`]) {
    const at = join('files', name.slice(0, 2), stored)
    expect(await readFile(join(config.dataDir, at))).toEqual(await readFile(join(t.app.config.dataDir, at)))
  }
  const again = await startApp({ on: database })
  expect(again.app.settings()['mail.password']).toBe('a mail secret')
  await again.stop()
})

test('a file that is cut off, damaged, foreign, newer or locked otherwise is named in one line, and nothing is touched', async () => {
  const path = await backUp()
  const whole = await readFile(path)
  const bad = async (bytes: Buffer): Promise<string> => {
    const to = `${folder}-${++count}.age`
    await writeFile(to, bytes)
    return to
  }
  const flipped = Buffer.from(whole)
  flipped[whole.length - 1000]! ^= 1
  const withMigration = (part: Part, hash: (hashes: string[]) => string[]): Part => {
    if (part.name !== 'manifest.json') return part
    const manifest = JSON.parse(part.bytes.toString())
    return { ...part, bytes: Buffer.from(JSON.stringify({ ...manifest, portico: '9.9.9', migrations: hash(manifest.migrations) })) }
  }
  const newer = await changed(path, (part) => withMigration(part, (hashes) => [...hashes, 'later']))
  const foreign = await changed(path, (part) => withMigration(part, (hashes) => ['other', ...hashes.slice(1)]))
  const { database, config } = await place()
  const refused = async (file: string, said: string, secret = KEY): Promise<void> =>
    expect(restoreBackup(config, file, secret, t.app.now())).rejects.toThrow(said)
  await refused(await bad(whole.subarray(0, whole.length - 100)), 'it is damaged or cut off')
  await refused(await bad(whole.subarray(0, whole.length / 2)), 'it is damaged or cut off')
  await refused(await bad(flipped), 'it is damaged or cut off')
  await refused(await changed(path, (part) => (part.name === 'end.json' ? null : part)), 'it is damaged or cut off')
  await refused(newer, 'it was made by version 9.9.9, which is newer: restore with that one')
  await refused(foreign, 'its database is not one of Portico’s (version 9.9.9)')
  await refused(await backUp(PASSPHRASE), 'this passphrase or key does not open it', 'another passphrase')
  await refused(path, 'this passphrase or key does not open it', await generateIdentity())
  await refused(await bad(Buffer.from('no backup')), 'it is no backup of Portico')
  await refused(join(folder, 'none.age'), 'there is no such file')
  expect([await tablesIn(database), existsSync(config.dataDir)]).toEqual([0, false])
  const other = readConfig({ DATABASE_URL: t.ownerUrl, DATA_DIR: config.dataDir, SETTINGS_KEY })
  if ('faults' in other) throw new Error()
  await expect(restoreBackup(other, path, KEY, t.app.now())).rejects.toThrow('the database is not empty')
})

test('a restore that breaks off keeps the server from starting, and starts again into the same place only', async () => {
  const path = await backUp()
  const { database, config } = await place()
  const text = await changed(
    path,
    inTable('accounts', (rows) => `${rows}not a row\n`),
  )
  let bad = ''
  const broken = await changed(text, (part) => {
    if (part.name.startsWith('tables/accounts/')) bad += part.bytes.toString()
    return fitting('accounts', bad)(part)
  })
  await expect(restoreBackup(config, broken, KEY, t.app.now())).rejects.toThrow('invalid input syntax for type bigint')
  expect(() => checkNotRestoring(config.dataDir)).toThrow('a restore into')
  // Nor one with another folder, which has no mark.
  const other = noticeRestore({ ...config, dataDir: folder }, database.ownerUrl, { isTold: false, now: t.app.now() })
  await expect(other).rejects.toThrow('a restore into this database was broken off')
  const elsewhere = { ...(await place()).config, dataDir: config.dataDir }
  await expect(restoreBackup(elsewhere, path, KEY, t.app.now())).rejects.toThrow('has a site already')
  await restoreBackup(config, path, KEY, t.app.now())
  expect(() => checkNotRestoring(config.dataDir)).not.toThrow()
  expect(await described(database.ownerUrl)).toEqual(await described(t.ownerUrl))
  // A mark that was left does not make a site empty.
  const { host, pathname } = new URL(database.ownerUrl)
  await writeFile(join(config.dataDir, 'restore.unfinished'), host + pathname)
  await expect(restoreBackup(config, path, KEY, t.app.now())).rejects.toThrow('the database is not empty')
})

const inTable = (table: string, edit: (text: string) => string) => (part: Part) =>
  part.name.startsWith(`tables/${table}/`) ? { ...part, bytes: Buffer.from(edit(part.bytes.toString())) } : part
/** As if the rows had been read like this: what the backup says about them fits. */
const fitting = (table: string, text: string) => (part: Part) => {
  if (part.name !== 'end.json') return part
  const end = JSON.parse(part.bytes.toString())
  end.tables[table].sha256 = createHash('sha256').update(text).digest('hex')
  return { ...part, bytes: Buffer.from(JSON.stringify(end)) }
}

test('the drill finds a missing table, a cut file, a wrong key and a changed amount, and leaves no database', async () => {
  await findSettingsKey(t.ownerUrl, { given: t.app.config.settingsKey, dataDir: null })
  const path = await backUp()
  const faultOf = async (file: string): Promise<string | null> => (await drillBackup(t.app, file, KEY)).drillFault
  // The books add up at whatever moment it was.
  expect(await faultOf(whileBusy)).toBeNull()
  expect(await faultOf(await changed(path, (part) => (part.name.startsWith('tables/accounts/') ? null : part)))).toBe(
    'its rows of accounts are damaged',
  )
  const cut = await backUp()
  await truncate(cut, 10_000)
  expect(await faultOf(cut)).toBe('it is damaged or cut off')
  const key = Buffer.from(`${Buffer.alloc(32, 7).toString('base64')}\n`)
  expect(await faultOf(await changed(path, (part) => (part.name === 'settings.key' ? { ...part, bytes: key } : part)))).toContain(
    'is not the key of this database',
  )
  expect(
    await faultOf(
      await changed(
        path,
        inTable('ledger_entries', (text) => text.replace('\t4242', '\t4243')),
      ),
    ),
  ).toBe('its rows of ledger_entries are damaged')
  let text = ''
  const wrong = await changed(path, (part) => {
    const next = inTable('ledger_entries', (rows) => (text = rows.replace('\t4242', '\t4243')))(part)
    return fitting('ledger_entries', text)(next)
  })
  expect(await faultOf(wrong)).toMatch(/^faults in the books of the copy: [1-9]/)
  const { rows } = await runSql(t.ownerUrl, `select datname from pg_database where datname like 'portico_drill_%'`)
  expect(rows).toEqual([])
})

/** Fifty members with an order each. */
async function fifty(on: TestApp): Promise<{ ids: number[]; orders: string[] }> {
  const { rows } = await on.asOwner(`
    with people as (
      insert into accounts (password_hash, created_at) select 'x', now() from generate_series(1, 50) returning id
    ), terms as (
      insert into subscriptions (account_id, token, uuid) select id, gen_random_uuid(), gen_random_uuid() from people
    ) insert into orders (trade_no, account_id, type, status, currency, price_amount, total_amount, created_at, expires_at)
    select 'F' || gen_random_uuid(), id, 'topup', 'pending', 'CNY', 100, 100, now(), now() + interval '1 day'
    from people returning id, account_id`)
  return { ids: rows.map(({ account_id: id }) => id), orders: rows.map(({ id }) => id) }
}

const [epay, stripe, alipay] = await Promise.all([forFile(startEpay()), forFile(startStripe()), forFile(startAlipay())])
/** How to buy at each gateway, and how it then reports to a site that a payment of an order arrived there. */
async function gateways(shop: Shop) {
  const config = alipay.config
  const methods = [await shop.epay(epay), await shop.stripe(stripe), await shop.method({ driver: 'alipay_page', config })]
  const late = [
    (url: string, to: string) => epay.send(to, epay.notification(new URL(url).searchParams.get('out_trade_no')!)),
    (url: string, to: string) => {
      const session = {
        ...stripe.sessions.get(new URL(url).pathname.split('/').at(-1)!)!,
        status: 'complete' as const,
        payment_status: 'paid',
      }
      return stripe.deliver(stripe.event('checkout.session.completed', { ...session, payment_intent: `pi_${session.id}` }), { url: to })
    },
    (url: string, to: string) => alipay.pay(JSON.parse(new URL(url).searchParams.get('biz_content')!).out_trade_no, {}, to),
  ]
  const plan = await t.plan()
  /** An order at each gateway, whose payer has the page open. Returns how to tell a site that it was paid. */
  const order = async (on: Shop): Promise<((base: string) => Promise<Heard>)[]> => {
    const tells = []
    for (const [i, method] of methods.entries()) {
      const { member, tradeNo } = await on.order(plan)
      const url: string = (await on.checkout(member, tradeNo, method)).body.data
      await fetch(url)
      tells.push((base: string) => late[i]!(url, base + new URL(method.notify_url).pathname))
    }
    return tells
  }
  return order
}

test('what is given after a backup is never given again: late reports of nodes and notifications of gateways reach nobody else, and invoices begin a series', async () => {
  const node = await t.node()
  const shop = await openShop(t)
  const order = await gateways(shop)
  const path = await backUp()
  const lost = await fifty(t)
  const lostPayments = await order(shop)
  const lostNode = await t.node()
  const { database } = await restored(path, KEY, new Date('2027-03-01T10:00:00Z'))
  const again = await startApp({ on: database })
  const others = await fifty(again)
  const newNode = await again.node()
  const given = new Set([...lost.ids, ...lost.orders, lostNode.id])
  expect([...others.ids, ...others.orders, newNode.id].filter((id) => given.has(id))).toEqual([])
  for (const id of others.ids) await again.subscribe(id, node.groupId)
  const late = Object.fromEntries(lost.ids.map((id) => [id, [500, 500]]))
  const proof = new URLSearchParams({ node_id: String(node.id), node_type: 'trojan', token: node.secret })
  const answer = await fetch(`${again.base}/api/v1/server/UniProxy/push?${proof}`, { method: 'POST', body: JSON.stringify(late) })
  expect(answer.status).toBe(200)
  await again.runJobs()
  const used = await again.asOwner('select coalesce(sum(up + down), 0)::int as bytes from subscriptions')
  expect(used.rows).toEqual([{ bytes: 0 }])
  const payments = await order(await openShop(again))
  const booked = async () =>
    (
      await again.asOwner(
        `select (select count(*)::int from ledger_entries) as entries, (select count(*)::int from orders where paid_at is not null) as paid`,
      )
    ).rows[0]
  const before = await booked()
  // Their signatures are right: it is the number that nobody has.
  for (const tell of lostPayments) expect((await tell(again.base)).status).toBe(404)
  await again.runJobs()
  expect(await booked()).toEqual(before)
  // Those of its own it knows.
  for (const tell of payments) expect((await tell(again.base)).status).toBe(200)
  await again.runJobs()
  expect((await booked()).paid).toBe(before.paid + 3)
  const { rows } = await again.asOwner('select restored_at, sign, epoch from restores')
  // 424 days and ten hours after the beginning of 2026.
  expect(rows).toEqual([{ restored_at: new Date('2027-03-01T10:00:00Z'), sign: 'command', epoch: 611_160 }])
  await again.stop()
})

test('a database that is older than the mark in DATA_DIR goes on above, once; --restored says so without one', async () => {
  const on = await createDatabase('template_portico')
  made.push(on)
  const at = await startApp({ on: { ...on, drop: async () => {} } })
  const notice = (isTold = false) => noticeRestore(at.app.config, on.ownerUrl, { isTold, now: at.app.now() })
  expect(await notice()).toBeNull()
  await markDatabase(at.app)
  expect(await notice()).toBeNull()
  const before = await at.member()
  await runSql(on.ownerUrl, `update database_mark set at = at - interval '1 hour'`)
  expect(await notice()).toEqual({ madeAt: expect.any(Date) })
  expect(await notice()).toBeNull()
  // Another database with the same folder has a mark of its own.
  const external = { ...at.app.config, databaseUrl: on.ownerUrl }
  expect(await noticeRestore(external, on.ownerUrl, { isTold: false, now: at.app.now() })).toBeNull()
  await markDatabase({ ...at.app, config: external })
  const other = await createDatabase('template_portico')
  made.push(other)
  expect(await noticeRestore({ ...external, databaseUrl: other.ownerUrl }, other.ownerUrl, { isTold: false, now: at.app.now() })).toBeNull()
  const member = await at.member()
  expect(member.id).toBeGreaterThan(before.id + 1_000_000)
  expect(await notice(true)).toEqual({ madeAt: null })
  expect((await at.member()).id).toBeGreaterThanOrEqual(member.id + 160)
  // A state from before there were marks.
  await runSql(on.ownerUrl, 'delete from database_mark')
  expect(await notice()).toEqual({ madeAt: null })
  await at.stop()
})

test('the console begins one backup at a time, which is drilled, listed and downloaded; old ones go, but not the last good one', async () => {
  const refused = await admin.call('POST', '/admin/backups')
  expect([refused.status, refused.body.code]).toEqual([422, 'backup.no_lock'])
  expect((await admin.call('PATCH', '/admin/settings', { 'backups.passphrase': 'too short' })).status).toBe(422)
  await admin.call('PATCH', '/admin/settings', { 'backups.passphrase': PASSPHRASE, 'backups.keep': 1 })
  const backups = join(t.app.config.dataDir, 'backups')
  await mkdir(backups)
  await writeFile(join(backups, 'old.age'), '')
  await t.asOwner(`insert into backups (file_name, state, started_at, ended_at, drilled_at, drill_ms, drill_fault)
    values ('old.age', 'done', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', 1, 'rows of orders are not as they were')`)
  expectOne(await atOnce(() => admin.call('POST', '/admin/backups')), 'backup.running')
  await t.runJobs()
  const first = (await admin.call('GET', '/admin/backups')).body
  expect(first).toMatchObject({ lock: 'passphrase', total: 2, restores: [] })
  expect(first.items[0]).toMatchObject({ state: 'done', fault: null, drill_fault: null, missing: [] })
  expect(first.last_good.started_at).toBe(first.items[0].started_at)
  expect(await readdir(backups)).toEqual([first.items[0].file_name])
  const file = await admin.call('GET', `/admin/backups/${first.items[0].id}/file`)
  expect([file.status, String(file.body).startsWith('age-encryption.org/v1')]).toEqual([200, true])
  expect((await admin.call('GET', `/admin/backups/${first.items[1].id}/file`)).status).toBe(404)
  const name = /[0-9a-f]{32}/.exec(picture.url)![0]
  await rm(join(t.app.config.dataDir, 'files', name.slice(0, 2), name))
  t.travel(1000)
  await admin.call('POST', '/admin/backups')
  await t.runJobs()
  const { items, last_good: good } = (await admin.call('GET', '/admin/backups')).body
  expect(items[0].drill_fault).toBe(`bytes of uploaded files are missing: 1, such as ${name}`)
  expect(good.started_at).toBe(first.last_good.started_at)
  expect((await readdir(backups)).toSorted()).toEqual([items[1].file_name, items[0].file_name])
})

test('a migration is rehearsed on a copy, from an older version too; a failure names itself, and the database is as it was', async () => {
  const old = await createDatabase()
  made.push(old)
  await inTurn(old.ownerUrl, 'migrate', (client) => migrateTo(client, 58))
  await runMigrations({ connectionString: old.ownerUrl })
  await runSql(old.ownerUrl, `insert into accounts (email, email_key, password_hash) values ('a@example.com', 'a@example.com', 'x')`)
  const state = () => runSql(old.ownerUrl, 'select count(*)::int as n from drizzle.__drizzle_migrations').then(({ rows }) => rows[0].n)
  expect(await rehearseMigration(old.ownerUrl, t.app.now())).toBeGreaterThan(0)
  await runSql(
    old.ownerUrl,
    `set session_replication_role = replica;
    insert into ledger_accounts (kind, owner_id, currency, balance) values ('member', 1, 'CNY', 5)`,
  )
  await expect(rehearseMigration(old.ownerUrl, t.app.now())).rejects.toThrow('faults in the books of the copy')
  expect(await state()).toBe(58)
})
