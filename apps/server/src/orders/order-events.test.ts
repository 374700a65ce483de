import { webcrypto } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../test/event-stream.ts'
import { openShop, type Shop } from '../../test/gateways/shop.ts'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'

let t: TestApp
let shop: Shop
beforeAll(async () => {
  t = await startApp()
  shop = await openShop(t)
})
afterAll(() => t.stop())

const open = (member: Pick<Member, 'token'>, tradeNo: string, headers: Record<string, string> = {}) =>
  openEvents(t.base, member.token, '/muser/order/events', { trade_no: tradeNo }, { headers, now: t.app.now() })

const pay = (tradeNo: string) => shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })

test('an order says how it stands, then each move of its payment within a moment, and the stream ends', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'pending' })
  const started = performance.now()
  await pay(tradeNo)
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'processing' })
  expect(performance.now() - started).toBeLessThan(2000)
  await t.runJobs()
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'completed' })
  expect(await stream.next()).toBeNull()
})

test('an order that is settled says so and ends', async () => {
  const { member, tradeNo } = await shop.order()
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  const stream = await open(member, tradeNo)
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'cancelled' })
  expect(await stream.next()).toBeNull()
})

test("another member's order is not found, nor is one that does not exist; without a session nothing is said", async () => {
  const [{ tradeNo }, stranger] = await Promise.all([shop.order(), t.member()])
  expect((await open(stranger, tradeNo)).response.status).toBe(404)
  expect((await open(stranger, 'NOSUCHORDER1')).response.status).toBe(404)
  expect((await open({ token: '' }, tradeNo)).response.status).toBe(403)
  expect((await open({ token: '' }, tradeNo, { cookie: `AdminToken=${stranger.token}` })).response.status).toBe(403)
  expect((await stranger.call('GET', '/muser/order/events', { trade_no: '?' })).status).toBe(422)
})

test('one account waits in three places at most; who leaves makes room', async () => {
  const { member, tradeNo } = await shop.order()
  const streams = [await open(member, tradeNo), await open(member, tradeNo), await open(member, tradeNo)]
  const refused = await open(member, tradeNo)
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  const other = await shop.order()
  expect((await open(other.member, other.tradeNo)).response.status).toBe(200)
  streams[0]!.leave()
  await expect.poll(async () => (await open(member, tradeNo)).response.status, { timeout: 5000 }).toBe(200)
})

test('where answers have to be encrypted, events are', async () => {
  const { member, tradeNo } = await shop.order()
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  const event = await (await open(member, tradeNo, { 'x-crypt': key })).next()
  expect(Object.keys(event ?? {})).toEqual(['crypt', 'key', 'data'])
  expect((await open(member, tradeNo, { 'x-crypt': 'no key' })).response.status).toBe(400)
})

test('when the process stops, every stream ends at once', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  await stream.next()
  t.app.orderNotices.stop()
  expect(await stream.next()).toBeNull()
})
