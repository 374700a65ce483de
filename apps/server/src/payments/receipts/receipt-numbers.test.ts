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
import { toDecimal } from '@portico/contract/money'

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
const notify = (method: { notify_url: string }, { attemptNo }: { attemptNo: string }, trade_no: string, money = '10.00') =>
  epay.send(method.notify_url, epay.notification(attemptNo, { trade_no, money }))
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

// Orders of 10.00. Payments that come in after the order was paid in another way, or its member has gone.

const method = await shop.epay(epay)

const resolve = (id: number, resolution: string) =>
  shop.admin.call('POST', `/admin/receipts/${id}/resolution`, { resolution, note: 'looked at it' })
const open = ({ tradeNo }: Waiting) => shop.openReceipts(tradeNo)
/** What the method received, what was booked by hand, and the member's balance. */
const books = async ({ member }: Waiting) => [
  0 - (await shop.ledger('gateway', method.id)),
  0 - (await shop.ledger('gateway', 0)),
  await shop.ledger('member', member.id),
]
async function moved<T>(order: Waiting, work: () => Promise<T>): Promise<number[]> {
  const before = await books(order)
  await work()
  await t.runJobs()
  return (await books(order)).map((amount, i) => amount - before[i]!)
}
async function expectSound(): Promise<void> {
  expect((await shop.admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
}

describe('after the account was closed', () => {
  test('it waits for staff with its reason, cannot be credited, and can be returned', async () => {
    const order = await desk.waiting(method)
    expect((await t.close(order.member)).status).toBe(200)
    expect(await moved(order, () => atOnce(() => notify(method, order, 'closed_1')))).toEqual([1000, 0, 0])
    const [receipt, ...others] = await open(order)
    expect([receipt, others]).toMatchObject([{ outcome: 'account_closed', amount: 1000, can_settle: false }, []])
    expect(await resolve(receipt.id, 'credited')).toMatchObject({ status: 409, body: { code: 'account.closed' } })
    expect(await moved(order, () => resolve(receipt.id, 'returned'))).toEqual([-1000, 0, 0])
    expect(await open(order)).toEqual([])
    await expectSound()
  })
})

describe('after a statement line was assigned to the order', () => {
  async function assigned() {
    // An amount of its own, so that the line resembles no other payment.
    const price = 2000 + ++serial
    const order = await desk.waiting(method, price)
    const amount = toDecimal(price, 'CNY')
    await desk.upload(method, { ref: unique('late'), amount })
    const [line] = (await desk.list(method, { status: 'unmatched' })).items
    const body = { trade_no: order.tradeNo, note: 'the member sent a picture' }
    expect((await shop.admin.call('POST', `/admin/statements/${line!.id}/assignment`, body)).status).toBe(200)
    await t.runJobs()
    return { order, line: line!, price, hear: (trade_no: string) => notify(method, order, trade_no, amount) }
  }

  test('the gateway’s report is the same payment, by its number or by its amount', async () => {
    const [byAmount, byNumber] = [await assigned(), await assigned()]
    expect(await moved(byAmount.order, () => atOnce(() => byAmount.hear('assigned_1')))).toEqual([0, 0, 0])
    expect(await moved(byNumber.order, () => byNumber.hear(byNumber.line.reference))).toEqual([0, 0, 0])
    expect(await receiptsOf(byAmount.order)).toMatchObject([{ outcome: 'settled', callback_no: 'assigned_1' }])
    expect(await moved(byAmount.order, () => byAmount.hear(unique('late'))), 'a second payment is credited').toEqual([
      byAmount.price,
      0,
      byAmount.price,
    ])
    await expectSound()
  })

  test('a chargeback finds what it paid for', async () => {
    const { order, price, hear } = await assigned()
    await hear('assigned_2')
    const [row] = await t.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, method.id))
    const about = { attemptNo: null, reversalNo: 'R1', refundNo: null, cause: 'chargeback' as const, currency: 'CNY' }
    const taken = { ...about, callbackNo: 'assigned_2', amount: price }
    const { result } = await receiveReversal(t.database, row!, taken, { now: t.app.now(), settings: t.app.settings() })
    expect(result).toBe('order')
    expect((await shop.details(order.tradeNo)).order.refunded_amount).toBeGreaterThanOrEqual(price - 1)
  })
})

describe('after the order was marked as paid', () => {
  async function byHand() {
    const order = await desk.waiting(method)
    expect((await shop.admin.call('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'seen at the bank' })).status).toBe(200)
    await t.runJobs()
    return order
  }

  test('it waits for staff, who say that it is the same payment; the next one is credited', async () => {
    const order = await byHand()
    expect(await moved(order, () => atOnce(() => notify(method, order, 'hand_1')))).toEqual([1000, 0, 0])
    const [receipt] = await open(order)
    expect(receipt).toMatchObject({ outcome: 'paid_otherwise', can_settle: true, shortfall: null })
    expect(await moved(order, () => atOnce(() => resolve(receipt.id, 'settled'))), 'what was by hand came by the method').toEqual([
      0, -1000, 0,
    ])
    expect(await receiptsOf(order)).toMatchObject([{ resolution: 'settled' }])
    expect(await moved(order, () => notify(method, order, 'hand_2'))).toEqual([1000, 0, 1000])
    await expectSound()
  })

  test('or that it is another one, and credit it', async () => {
    const order = await byHand()
    await notify(method, order, 'hand_3')
    const [receipt] = await open(order)
    expect(await moved(order, () => resolve(receipt.id, 'credited'))).toEqual([0, 0, 1000])
    await expectSound()
  })
})
