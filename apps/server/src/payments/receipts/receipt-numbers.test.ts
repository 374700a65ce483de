import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce, RACES } from '../../../test/at-once.ts'
import { startEpay } from '../../../test/gateways/epay.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { openStatementDesk, type Waiting } from '../../../test/statement-desk.ts'
import { receiveReversal } from '../../refunds/receive-reversal.ts'
import { paymentMethods } from '../payments.table.ts'
import { receivePayment } from '../receive-payment.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

let serial = 0
const unique = (start: string): string => `${start}_${++serial}`
async function rowOf(method: { id: number }) {
  const [row] = await t.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, method.id))
  return row!
}
async function report(method: { id: number }, { attemptNo }: { attemptNo: string }, callbackNo: string, amount = 1000) {
  const payment = { attemptNo, callbackNo, amount, currency: 'CNY' }
  return (await receivePayment(t.database, await rowOf(method), payment, t.app.now())).result
}
/** A notification as the gateway sends it, under a number of the test's choice. */
const notify = (method: { notify_url: string }, { attemptNo }: { attemptNo: string }, trade_no: string) =>
  epay.send(method.notify_url, epay.notification(attemptNo, { trade_no, money: '10.00' }))
const receiptsOf = async ({ tradeNo }: Waiting) => (await shop.details(tradeNo)).receipts as { callback_no: string; outcome: string }[]

describe('money row 1: a statement and a notification know one payment by two numbers', () => {
  async function begun() {
    const method = await shop.epay(epay)
    return { method, order: await desk.waiting(method), ref: unique('ch'), number: unique('pi') }
  }

  test('the statement first: the notification books nothing, nor does either number again', async () => {
    const { method, order, ref, number } = await begun()
    expect(await desk.upload(method, { number: order.attemptNo, ref })).toMatchObject({ booked: 1 })
    await t.runJobs()
    const heard = await atOnce(() => notify(method, order, number))
    expect(new Set(heard.map(({ body }) => body))).toEqual(new Set(['success']))
    expect([await report(method, order, ref), await report(method, order, number)]).toEqual(['repeated', 'repeated'])
    expect(await desk.books(method, order.member)).toEqual([1000, 0])
    expect(await receiptsOf(order)).toMatchObject([{ callback_no: number, outcome: 'settled' }])
  })

  test('the statement first, while the order waits for its job: the same', async () => {
    const { method, order, ref, number } = await begun()
    expect(await desk.upload(method, { number: order.attemptNo, ref })).toMatchObject({ booked: 1 })
    expect(await report(method, order, number)).toBe('repeated')
    expect(await desk.books(method, order.member)).toEqual([1000, 0])
  })

  test('the notification first: the line is linked, and its number is the payment’s from then on', async () => {
    const { method, order, ref, number } = await begun()
    expect(await report(method, order, number)).toBe('settled')
    expect(await desk.upload(method, { number: order.attemptNo, ref })).toMatchObject({ matched: 1, booked: 0 })
    expect(await atOnce(() => report(method, order, ref))).toEqual(Array(RACES).fill('repeated'))
    expect(await desk.books(method, order.member)).toEqual([1000, 0])
    const found = (await shop.admin.call('GET', '/admin/orders', { q: ref })).body
    expect(found.items).toMatchObject([{ trade_no: order.tradeNo }])
  })

  test('the statement named only the order, the notification an earlier attempt of it: one payment', async () => {
    const { method, order, ref, number } = await begun()
    await t.database.pool.query(`update payment_attempts set status = 'expired' where attempt_no = $1`, [order.attemptNo])
    await shop.checkout(order.member, order.tradeNo, method)
    expect(await desk.upload(method, { number: order.tradeNo, ref })).toMatchObject({ booked: 1 })
    expect(await report(method, order, number)).toBe('repeated')
    expect(await desk.books(method, order.member)).toEqual([1000, 0])
    const { attempts, receipts } = await shop.details(order.tradeNo)
    expect(receipts).toMatchObject([{ attempt_no: order.attemptNo, outcome: 'settled' }])
    expect(attempts).toMatchObject([{ status: 'expired' }, { attempt_no: order.attemptNo, status: 'succeeded' }])
  })

  test('the statement named one attempt, the notification another: two payments, and the member keeps the second', async () => {
    const { method, order, ref, number } = await begun()
    await t.database.pool.query(`update payment_attempts set status = 'expired' where attempt_no = $1`, [order.attemptNo])
    await shop.checkout(order.member, order.tradeNo, method)
    const attemptNo: string = (await shop.details(order.tradeNo)).attempts[0].attempt_no
    expect(await desk.upload(method, { number: attemptNo, ref })).toMatchObject({ booked: 1 })
    expect(await report(method, order, number)).toBe('credited')
    expect(await desk.books(method, order.member)).toEqual([2000, 1000])
  })

  test('two numbers that both came by notification are two payments', async () => {
    const { method, order, ref, number } = await begun()
    const results = await atOnce((n) => report(method, order, n % 2 ? ref : number))
    expect(results.toSorted()).toEqual(['credited', ...Array(RACES - 2).fill('repeated'), 'settled'])
    expect(await desk.books(method, order.member)).toEqual([2000, 1000])
  })

  test('statement and notification at once book it once', async () => {
    const { method, order, ref, number } = await begun()
    await atOnce<unknown>((n) => (n % 2 ? report(method, order, number) : desk.upload(method, { number: order.attemptNo, ref })))
    expect(await desk.books(method, order.member)).toEqual([1000, 0])
  })

  test('a charge-back under the statement’s number is known', async () => {
    const { method, order, ref, number } = await begun()
    await desk.upload(method, { number: order.attemptNo, ref })
    await report(method, order, number)
    const taken = { attemptNo: null, callbackNo: ref, reversalNo: unique('dp'), refundNo: null, amount: 1000, currency: 'CNY' }
    const { result, tradeNo } = await receiveReversal(
      t.database,
      await rowOf(method),
      { ...taken, cause: 'refund' },
      { now: t.app.now(), settings: t.app.settings() },
    )
    expect([result, tradeNo]).toEqual(['order', order.tradeNo])
  })
})

describe('money row 15: two orders paid under one number of the gateway', () => {
  async function twoOrders() {
    const method = await shop.epay(epay)
    const [a, b] = [await desk.waiting(method), await desk.waiting(method)]
    return { method, a, b, number: unique('same') }
  }
  const open = ({ tradeNo }: Waiting) => shop.openReceipts(tradeNo)

  test('the second is told that we have it, and waits once for an operator, who pays the order with it', async () => {
    const { method, a, b, number } = await twoOrders()
    expect((await notify(method, a, number)).body).toBe('success')
    const heard = await atOnce(() => notify(method, b, number))
    expect(new Set(heard.map(({ body }) => body))).toEqual(new Set(['success']))
    await t.runJobs()
    expect([await a.status(), await b.status()]).toEqual(['completed', 'pending'])
    const [receipt, ...others] = await open(b)
    expect([receipt, others]).toMatchObject([{ outcome: 'same_number', callback_no: number, amount: 1000, can_settle: true }, []])
    expect(await open(a)).toEqual([])
    const body = { resolution: 'settled', note: 'the gateway gave a number twice' }
    const answers = await atOnce(() => shop.admin.call('POST', `/admin/receipts/${receipt.id}/resolution`, body))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await t.runJobs()
    expect(await b.status()).toBe('completed')
    expect(await desk.books(method, b.member)).toEqual([2000, 0])
  })

  test('a statement line under that number is suggested for the second with what confirming does: it waits', async () => {
    const { method, a, b, number } = await twoOrders()
    await report(method, a, number)
    await desk.upload(method, { ref: number, number: b.attemptNo })
    const line = await desk.line(method)
    const suggestion = desk.suggested(line, b.tradeNo)
    expect(suggestion.effect).toBe('same_number')
    expect((await desk.confirm(line, suggestion)).body).toMatchObject({ status: 'confirmed', trade_no: b.tradeNo })
    expect([await open(b), await b.status()]).toMatchObject([[{ outcome: 'same_number', can_settle: true }], 'pending'])
  })

  test('at once: one order is opened, the other one waits', async () => {
    const { method, a, b, number } = await twoOrders()
    const results = await atOnce((n) => report(method, n % 2 ? a : b, number))
    expect(results.toSorted()).toEqual([...Array(RACES - 2).fill('repeated'), 'same_number', 'settled'])
    expect(await desk.books(method)).toEqual([2000, 0])
  })

  test('if nothing came in for it, the operator closes it, and the books are as before', async () => {
    const { method, a, b, number } = await twoOrders()
    await report(method, a, number)
    await report(method, b, number)
    const [receipt] = await open(b)
    await shop.admin.call('POST', `/admin/receipts/${receipt.id}/resolution`, { resolution: 'returned', note: 'one payment' })
    expect([await desk.books(method), await b.status()]).toEqual([[1000, 0], 'pending'])
  })

  test('a charge-back that names its attempt finds the right one of the two', async () => {
    const { method, a, b, number } = await twoOrders()
    await report(method, a, number)
    await report(method, b, number)
    const taken = { callbackNo: number, refundNo: null, amount: 1000, currency: 'CNY', cause: 'refund' } as const
    const from = async (attemptNo: string | null) =>
      receiveReversal(
        t.database,
        await rowOf(method),
        { ...taken, attemptNo, reversalNo: unique('re') },
        { now: t.app.now(), settings: t.app.settings() },
      )
    expect(await from(b.attemptNo)).toEqual({ result: 'unallocated', tradeNo: b.tradeNo })
    expect(await from(null)).toEqual({ result: 'order', tradeNo: a.tradeNo })
  })
})
