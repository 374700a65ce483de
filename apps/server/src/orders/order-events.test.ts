import { webcrypto } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openEvents } from '../../test/event-stream.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { ownerRoleId } from '../roles/owners.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const open = (member: Pick<Member, 'token'>, tradeNo: string, headers: Record<string, string> = {}) =>
  openEvents(t.base, member.token, tradeNo, { headers, now: t.app.now() })

test('an order stream sends the current state, then each payment change within a moment, and ends; that of a settled order ends at once', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'pending' })
  const started = performance.now()
  await shop.takeCash(tradeNo)
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'processing' })
  expect(performance.now() - started).toBeLessThan(2000)
  await t.runJobs()
  const late = await open(member, tradeNo)
  for (const one of [stream, late]) {
    expect(await one.next()).toEqual({ trade_no: tradeNo, status: 'completed' })
    expect(await one.next()).toBeNull()
  }
})

test("another member's order is not found, nor is an unknown one; without a session there is no stream", async () => {
  const [{ tradeNo }, stranger] = await Promise.all([shop.order(), t.member()])
  expect((await open(stranger, tradeNo)).response.status).toBe(404)
  expect((await open(stranger, 'NOSUCHORDER1')).response.status).toBe(404)
  expect((await open({ token: '' }, tradeNo)).response.status).toBe(403)
  expect((await open({ token: '' }, tradeNo, { cookie: `AdminToken=${stranger.token}` })).response.status).toBe(403)
  expect((await stranger.call('GET', '/muser/order/events', { trade_no: '?' })).status).toBe(422)
})

test('one account has at most three streams; closing one frees its place', async () => {
  const { member, tradeNo } = await shop.order()
  const streams = [await open(member, tradeNo), await open(member, tradeNo), await open(member, tradeNo)]
  const refused = await open(member, tradeNo)
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  const other = await shop.order()
  expect((await open(other.member, other.tradeNo)).response.status).toBe(200)
  streams[0]!.leave()
  await expect.poll(async () => (await open(member, tradeNo)).response.status, { timeout: 5000 }).toBe(200)
})

test('where answers must be encrypted, events are too', async () => {
  const { member, tradeNo } = await shop.order()
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  const event = await (await open(member, tradeNo, { 'x-crypt': key })).next()
  expect(Object.keys(event ?? {})).toEqual(['crypt', 'key', 'data'])
  expect((await open(member, tradeNo, { 'x-crypt': 'no key' })).response.status).toBe(400)
})

const change = (id: number, fields: object) => shop.admin.call('PATCH', `/admin/users/${id}`, { version: 1, change: fields })
const endings: [string, (member: Member) => Promise<unknown>][] = [
  ['a sign-out', (member) => member.call('GET', '/muser/logout')],
  ['a suspension', (member) => change(member.id, { banned: true })],
  ['a suspension in bulk', ({ id }) => t.ban(id)],
  [
    'another role',
    async ({ id }) => {
      await t.database.db
        .update(accounts)
        .set({ roleId: await ownerRoleId(t.database.db) })
        .where(eq(accounts.id, id))
      await shop.admin.call('DELETE', `/admin/staff/${id}`)
    },
  ],
]
test.each(endings)('%s ends that member’s streams within a second, and no others', async (_, end) => {
  const [{ member, tradeNo }, other] = [await shop.order(), await shop.order()]
  const streams = [await open(member, tradeNo), await open(member, tradeNo)]
  const stays = await open(other.member, other.tradeNo)
  for (const stream of [...streams, stays]) await stream.next()
  await end(member)
  const started = performance.now()
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null])
  expect(performance.now() - started).toBeLessThan(1000)
  expect((await open(member, tradeNo)).status).toBe(403)
  await shop.takeCash(other.tradeNo)
  expect(await stays.next()).toMatchObject({ status: 'processing' })
})

test('a changed password ends the streams of other sessions, not those of the session that changed it', async () => {
  const { member, tradeNo } = await shop.order()
  const body = { email: member.email, password: PASSWORD }
  const elsewhere = (await t.call('POST', '/muser/auth/login', body)).body.x_token as string
  const [own, others] = [await open(member, tradeNo), await open({ token: elsewhere }, tradeNo)]
  for (const stream of [own, others]) expect(await stream.next()).toMatchObject({ status: 'pending' })
  const changed = { old_password: PASSWORD, new_password: 'another good password' }
  expect((await member.call('POST', '/muser/changePassword', changed)).status).toBe(200)
  expect(await others.next()).toBeNull()
  await shop.takeCash(tradeNo)
  expect(await own.next()).toMatchObject({ status: 'processing' })
})

test('a session that ended while the process was disconnected ends its streams once it reconnects', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  await stream.next()
  const deafen = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'portico notices'`
  expect((await t.asOwner(deafen)).rowCount).toBe(1)
  await member.call('GET', '/muser/logout')
  expect(await stream.next()).toBeNull()
})

test('many streams opened while their sessions end do not outlive them', async () => {
  const placed = await atOnce(() => shop.order())
  const streams = placed.map(async ({ member, tradeNo }) => open(member, tradeNo))
  await Promise.all(placed.map(({ member }) => member.call('GET', '/muser/logout')))
  for (const { status, next } of await Promise.all(streams)) {
    expect([200, 403]).toContain(status)
    if (status === 200) for (let event = await next(); event; event = await next()) expect(event).toMatchObject({ status: 'pending' })
  }
})

test('when the process stops, every stream ends at once', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  await stream.next()
  t.app.stopping.abort()
  expect(await stream.next()).toBeNull()
})
