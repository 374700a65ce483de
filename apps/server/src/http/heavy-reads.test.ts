import { urlOf } from '@portico/contract/endpoint'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { caller, createDatabase, forFile, type Member, PASSWORD, runSql, startApp, withToken } from '../../test/harness.ts'
import { signed } from '../../test/signed.ts'

const LIST = '/admin/log/errors'
const database = await createDatabase('template_portico')

/** As in production, but console reads may take as long as they like. */
const t = await forFile(startApp({ on: database, database: { max: 13, times: { readMs: 600_000, waitMs: 30_000 } } }))
/** Another process on the same database, with a limit that is soon reached. */
const strict = await forFile(startApp({ on: { ...database, drop: async () => {} }, database: { times: { readMs: 100 } } }))
const epay = await forFile(startEpay())
const shop = await openShop(t)
const admin = shop.admin

/** Everybody who reads this table waits until the function it returns is called. */
async function lock(table: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(t.ownerUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}
const waiting = async (): Promise<number> => {
  const held = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await t.asOwner(held)).rows[0].n
}

test('while the console holds all its connections, feeds, pushes, sign-ins, payments and writes of staff go on', async () => {
  const [node, member, method] = [await t.node(), await t.member(), await shop.epay(epay)]
  await t.subscribe(member.id, node.groupId)
  const link = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const { member: buyer, tradeNo } = await shop.order()
  const { body } = await shop.checkout(buyer, tradeNo, method)
  const letGo = await lock('page_errors')
  const reads = Array.from({ length: 12 }, () => admin.call('GET', LIST))
  await expect.poll(waiting).toBe(3)
  const statuses = [
    (await fetch(new URL(new URL(link).pathname, t.base))).status,
    (await node.post('push', { [member.id]: [1, 2] })).status,
    (await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })).status,
    (await admin.call('PATCH', '/admin/settings', { 'site.closed': false })).status,
    (await fetch(`${t.base}/readyz`)).status,
  ]
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect((await epay.payAt(body.data)).answers.at(-1)?.body).toBe('success')
  expect(await waiting()).toBe(3)
  await letGo()
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
})

test('a console read that takes too long is ended, and answered in the language of who asked', async () => {
  const letGo = await lock('page_errors')
  const call = withToken(caller(strict.base), admin.token)
  const english = await call('GET', LIST)
  const chinese = await call('GET', LIST, {}, { 'accept-language': 'zh-CN' })
  expect([english.status, english.body.code, english.body.message]).toEqual([422, 'read.too_long', expect.stringMatching(/longer search/)])
  expect([chinese.status, chinese.body.message]).toEqual([422, expect.stringContaining('关键词')])
  await expect.poll(waiting).toBe(0)
  await letGo()
  expect((await call('GET', LIST)).status).toBe(200)
})

test('a caller who leaves ends what they asked for', async () => {
  const letGo = await lock('page_errors')
  const gone = new AbortController()
  const headers = { 'x-token': admin.token, ...signed({}) }
  const answer = fetch(t.base + urlOf(LIST), { headers, signal: gone.signal })
  await expect.poll(waiting).toBe(2)
  gone.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect.poll(waiting).toBe(0)
  await letGo()
})

test('a newer search of the same person ends the earlier one of the same list; others go on or wait', async () => {
  const other = await t.admin()
  const letGo = await lock('tickets')
  const search = (who: Member, q: string) => who.call('GET', '/admin/search', { q })
  const elsewhere = search(other, 'lamp')
  await expect.poll(waiting).toBe(1)
  const earlier = search(admin, 'la')
  await expect.poll(waiting).toBe(2)
  const list = admin.call('GET', '/admin/tickets', { q: 'lamp' })
  const later = search(admin, 'lam')
  expect(await earlier).toMatchObject({ status: 409, body: { code: 'search.replaced' } })
  await letGo()
  expect([(await later).status, (await list).status, (await elsewhere).status]).toEqual([200, 200, 200])
})

test('while the database is away, calls of all kinds are asked to come again, and then succeed', async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const method = await shop.epay(epay)
  const notify = t.base + new URL(method.notify_url).pathname
  const asked = () =>
    Promise.all([
      t.call('GET', '/api/plan/list'),
      fetch(`${t.base}/s/${'0'.repeat(32)}`),
      fetch(notify, { method: 'POST' }),
      fetch(`${t.base}/sitemap.xml`),
    ])
  const heard = async () => [await asked(), [await admin.call('GET', LIST), await admin.call('GET', '/admin/orders/export')]].flat()
  await runSql(inject('adminUrl'), `alter database ${name} allow_connections false`)
  await runSql(inject('adminUrl'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  try {
    for (const { status, headers } of await heard()) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await admin.call('GET', LIST)).body.code).toBe('server.busy')
    expect((await admin.call('POST', '/muser/info')).status).toBe(503)
  } finally {
    await runSql(inject('adminUrl'), `alter database ${name} allow_connections true`)
  }
  expect((await heard()).map(({ status }) => status)).toEqual([200, 403, 400, 200, 200, 200])
})
