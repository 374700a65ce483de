import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { atOnce } from './at-once.ts'
import { WebSocket } from 'ws'
import { openEvents } from './event-stream.ts'
import { openShop, type Shop } from './gateways/shop.ts'
import { type Call, caller, createDatabase, type Member, SETTINGS_KEY, startApp, withToken } from './harness.ts'
import { startBalancer } from './round-robin.ts'
import { endProcess, startReady } from './server-process.ts'

// Three real processes on one database, started together while it was empty. `t` only prepares and reads it.

let shop: Shop
afterAll(async () => {
  await Promise.all(servers.map(({ child }) => endProcess(child, 'SIGKILL')))
  void balancer.stop()
  await t.stop()
})

const env = (): Record<string, string> => ({
  DATABASE_URL: database.serverUrl,
  DATABASE_DIRECT_URL: database.ownerUrl,
  SETTINGS_KEY,
  ADMIN_EMAIL: 'first@example.com',
})
const bases = (): string[] => servers.map(({ base }) => base)
const as = (base: string, { token }: Pick<Member, 'token'>): Call => withToken(caller(base), token)
const count = async (what: string): Promise<number> =>
  (await t.database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]!.n

const database = await createDatabase()
const servers = await Promise.all([1, 2, 3].map(() => startReady(env())))
const balancer = await startBalancer(bases())
const t = await startApp({ on: database })

test('all three start, one of them creates the first operator, and each migration runs once', async () => {
  for (const base of bases()) expect((await fetch(`${base}/readyz`)).status).toBe(200)
  expect(servers.filter(({ output }) => output().includes('First operator: first@example.com'))).toHaveLength(1)
  expect(await count('accounts where role_id is not null')).toBe(1)
  const journal = JSON.parse(readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8'))
  expect((await t.asOwner('select hash from drizzle.__drizzle_migrations')).rows).toHaveLength(journal.entries.length)
  shop = await openShop(t)
})

const ends: [string, (member: Member, admin: Member) => Promise<unknown>][] = [
  ['a sign-out', (member) => as(servers[0]!.base, member)('GET', '/muser/logout')],
  ['a suspension', (member, admin) => change(admin, member, { banned: true })],
  ['a demotion', (member, admin) => as(servers[1]!.base, admin)('DELETE', `/admin/staff/${member.id}`)],
  ['a new password', (member, admin) => change(admin, member, { password: 'another good password' })],
]
async function change(admin: Member, { id }: Member, fields: object): Promise<void> {
  const call = as(servers[1]!.base, admin)
  expect((await call('PATCH', `/admin/users/${id}`, { version: 1, change: fields })).status).toBe(200)
}

test.each(ends)('%s takes effect on every process within a second, for streams too', async (_, end) => {
  const member = await t.admin()
  const { tradeNo } = await shop.order(undefined, member)
  const list = () => Promise.all(bases().map(async (base) => (await as(base, member)('GET', '/admin/groups')).status))
  expect(await list()).toEqual([200, 200, 200])
  const streams = await Promise.all(bases().map((base) => openEvents(base, member.token, tradeNo)))
  for (const stream of streams) expect(await stream.next()).toMatchObject({ status: 'pending' })
  await end(member, shop.admin)
  const ended = Promise.all(streams.map((stream) => stream.next()))
  const late = new Promise((done) => setTimeout(done, 1000, 'a stream still runs'))
  expect(await Promise.race([ended, late])).toEqual([null, null, null])
  expect(await list()).toEqual([403, 403, 403])
})

test('any process serves order streams; one account has three in all, and those of a killed process soon stop counting', async () => {
  const { member, tradeNo } = await shop.order()
  const open = (base = balancer.base) => openEvents(base, member.token, tradeNo)
  const streams = [await open(), await open(), await open()]
  for (const { status } of streams) expect(status).toBe(200)
  for (const base of [...bases(), t.base]) expect((await open(base)).status).toBe(429)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  for (const stream of streams) {
    const seen = []
    for (let event = await stream.next(); event; event = await stream.next()) seen.push(event['status'])
    expect(seen.at(-1)).toBe('completed')
  }
  const again = await shop.order()
  const held = await Promise.all([1, 2, 3].map(() => openEvents(servers[2]!.base, again.member.token, again.tradeNo)))
  expect(held.map(({ status }) => status)).toEqual([200, 200, 200])
  await endProcess(servers[2]!.child, 'SIGKILL')
  const status = async () => {
    const stream = await openEvents(balancer.base, again.member.token, again.tradeNo)
    stream.leave()
    return stream.status
  }
  expect(await status()).toBe(429)
  await expect.poll(status, { interval: 300 }).toBe(200)
  servers[2] = await startReady(env())
  balancer.serve(bases())
})

test('any process serves node sockets; a node has eight in all, the oldest are closed, and a new secret ends them', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const dial = async ({ id, secret }: { id: number; secret: string }) => {
    const query = new URLSearchParams({ node_id: String(id), token: secret })
    const socket = new WebSocket(`${balancer.base.replace('http', 'ws')}/api/v2/server/ws?${query}`)
    socket.on('error', () => {})
    const hello = await new Promise<string>((done) => socket.once('message', (bytes: Buffer) => done(JSON.parse(String(bytes)).event)))
    expect(hello).toBe('auth.success')
    return () => socket.readyState === WebSocket.OPEN
  }
  const stranger = await dial(other)
  const open: (() => boolean)[] = []
  for (let n = 0; n < 10; n++) open.push(await dial(node))
  const states = () => open.map((isOpen) => isOpen())
  await expect.poll(states).toEqual([false, false, ...Array.from({ length: 8 }, () => true)])
  await atOnce(async () => open.push(await dial(node).catch(() => () => false)))
  await expect.poll(() => states().filter(Boolean).length).toBe(8)
  expect(await count(`places where holder = 'node ${node.id}'`)).toBe(8)
  await shop.admin.call('POST', `/admin/nodes/${node.id}/secret`)
  await expect.poll(() => states().filter(Boolean).length).toBe(0)
  expect(stranger()).toBe(true)
})

test('wrong passwords are counted over all processes: after five, the sixth needs a challenge everywhere', async () => {
  const { email } = await t.member()
  const guess = async (base: string) => (await caller(base)('POST', '/muser/auth/login', { email, password: 'a wrong guess' })).body.code
  const [first, second, third] = bases() as [string, string, string]
  for (const base of [first, second, third, first, second]) expect(await guess(base)).toBe('account.wrong_credentials')
  for (const base of bases()) expect(await guess(base)).toBe('challenge.required')
})

test('a process killed at a random moment loses nothing acknowledged, and its jobs continue elsewhere', async () => {
  const admin = as(balancer.base, shop.admin)
  const plan = await t.plan()
  const waiting = await Promise.all(Array.from({ length: 12 }, () => shop.order(plan)))
  const [groups, paid]: [string[], string[]] = [[], []]
  const state = { isDone: false }
  const write = async (): Promise<void> => {
    while (!state.isDone) {
      const name = randomUUID()
      const tradeNo = waiting.pop()?.tradeNo
      if ((await admin('POST', '/admin/groups', { name }).catch(lost))?.status === 200) groups.push(name)
      const answer = tradeNo && (await admin('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' }).catch(lost))
      if (answer && answer.status === 200) paid.push(tradeNo)
    }
  }
  const lost = (): undefined => undefined
  const writers = [write(), write(), write(), write()]
  await expect.poll(() => groups.length, { interval: 5 }).toBeGreaterThan(Math.random() * 12)
  const before = groups.length
  await endProcess(servers[Math.floor(Math.random() * 3)]!.child, 'SIGKILL')
  await expect.poll(() => groups.length).toBeGreaterThan(before + 8)
  state.isDone = true
  await Promise.all(writers)
  expect(paid.length).toBeGreaterThan(0)
  expect((await t.database.pool.query('select name from groups where name = any($1)', [groups])).rows).toHaveLength(groups.length)
  const opened = `orders where status = 'completed' and trade_no in (${paid.map((tradeNo) => `'${tradeNo}'`).join(', ')})`
  await expect.poll(() => count(opened)).toBe(paid.length)
})
