import { afterEach, expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { askGateways } from './ask-gateways.ts'
import { nextAsk } from './next-ask.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
afterEach(() => epay.behave({}))

const MINUTE = 60_000
const ask = () => askGateways(t.database, { now: t.app.now(), log: t.app.log })

const checkedOut = () => shop.atEpay(epay)
const nextOf = async (attemptNo: string): Promise<Date | null> =>
  (await t.database.pool.query('select next_ask_at from payment_attempts where attempt_no = $1', [attemptNo])).rows[0].next_ask_at

test('a payment without a notification opens its order within two minutes', async () => {
  const { member, tradeNo, attemptNo } = await checkedOut()
  expect(await ask(), 'not yet due').toBe(0)
  t.travel(MINUTE)
  expect(await ask(), 'not yet paid').toBe(0)
  epay.markPaid(attemptNo)
  t.travel(MINUTE)
  expect(await ask()).toBe(1)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect(await nextOf(attemptNo), 'nothing is left to ask').toBeNull()
})

test('a member who has paid asks at once: the gateway is queried before its time, and only about that order', async () => {
  const [mine, other] = [await checkedOut(), await checkedOut()]
  const asked = async (member: typeof mine.member, { tradeNo } = mine) =>
    (await member.call('POST', '/muser/order/ask', { trade_no: tradeNo })).body
  expect(await asked(mine.member)).toEqual({ trade_no: mine.tradeNo, status: 'pending' })
  epay.markPaid(mine.attemptNo)
  epay.markPaid(other.attemptNo)
  expect((await asked(other.member)).code).toBe('order.not_found')
  expect(await Promise.all(Array.from({ length: 5 }, () => asked(mine.member)))).toContainEqual({
    trade_no: mine.tradeNo,
    status: 'processing',
  })
  expect((await shop.details(mine.tradeNo)).receipts).toHaveLength(1)
  expect(await shop.status(other.member, other.tradeNo)).toBe('pending')
  expect(await asked(other.member, other)).toMatchObject({ status: 'processing' })
  await t.runJobs()
  expect(await asked(mine.member)).toMatchObject({ status: 'completed' })
  expect((await mine.member.call('POST', '/muser/order/ask', { trade_no: '?' })).status).toBe(422)
})

test('a notification after the query is a repeat, and so is a query after the notification', async () => {
  const { tradeNo, attemptNo, method } = await checkedOut()
  epay.markPaid(attemptNo)
  t.travel(MINUTE)
  expect(await ask()).toBe(1)
  expect((await epay.send(method.notify_url, epay.notification(attemptNo))).body).toBe('success')
  expect((await shop.details(tradeNo)).receipts).toHaveLength(1)
  const other = await checkedOut()
  epay.markPaid(other.attemptNo)
  await epay.send(other.method.notify_url, epay.notification(other.attemptNo))
  t.travel(MINUTE)
  expect(await ask()).toBe(0)
})

test('simultaneous runs query each attempt once', async () => {
  const attempts = await Promise.all([checkedOut(), checkedOut(), checkedOut(), checkedOut()])
  for (const { attemptNo } of attempts) epay.markPaid(attemptNo)
  t.travel(MINUTE)
  const found = await Promise.all(Array.from({ length: 10 }, ask))
  expect(found.reduce((sum, n) => sum + n, 0)).toBe(4)
})

test('a gateway that is down is skipped for the rest of the run, and queried again later', async () => {
  const { member, tradeNo, attemptNo } = await checkedOut()
  epay.markPaid(attemptNo)
  epay.behave({ down: true })
  t.travel(MINUTE)
  expect(await ask()).toBe(0)
  epay.behave({})
  t.travel(MINUTE)
  expect(await ask()).toBe(1)
  expect(await shop.status(member, tradeNo)).toBe('processing')
})

test('a payment after the order ended is found too, and goes to the balance', async () => {
  const { member, tradeNo, attemptNo } = await checkedOut()
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  await t.runJobs()
  epay.markPaid(attemptNo)
  t.travel(MINUTE)
  expect(await ask()).toBe(1)
  expect(await shop.ledger('member', member.id)).toBe(1000)
})

test('an attempt is queried each minute while payable, less and less after its end, and not after a day', () => {
  const end = new Date('2026-01-01T00:00:00Z')
  const pause = (minutes: number): number | null => {
    const now = new Date(end.getTime() + minutes * MINUTE)
    const next = nextAsk({ expiresAt: end }, now)
    return next && (next.getTime() - now.getTime()) / MINUTE
  }
  expect(pause(-20)).toBeLessThan(1)
  expect([0, 3, 5, 12, 40, 600].map(pause)).toEqual([2, 2, 5, 10, 30, 60])
  expect(pause(24 * 60)).toBeNull()
})
