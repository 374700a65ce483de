import { toDecimal } from '@portico/contract/money'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { startEpay } from '../../../test/gateways/epay.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { openStatementDesk, type Waiting } from '../../../test/statement-desk.ts'
import { receiveReversal } from '../../refunds/receive-reversal.ts'
import { paymentMethods } from '../payments.table.ts'

// Orders of 10.00. Payments that come in after the order was paid in another way, or its member has gone.

let serial = 0

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)
const method = await shop.epay(epay)

const number = (): string => `late_${++serial}`
const notify = ({ attemptNo }: Waiting, trade_no: string, money = '10.00') =>
  epay.send(method.notify_url, epay.notification(attemptNo, { trade_no, money }))
const resolve = (id: number, resolution: string) =>
  shop.admin.call('POST', `/admin/receipts/${id}/resolution`, { resolution, note: 'looked at it' })
const receiptsOf = async ({ tradeNo }: Waiting) => (await shop.details(tradeNo)).receipts
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
    expect(await moved(order, () => atOnce(() => notify(order, 'closed_1')))).toEqual([1000, 0, 0])
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
    await desk.upload(method, { ref: number(), amount })
    const [line] = (await desk.list(method, { status: 'unmatched' })).items
    const body = { trade_no: order.tradeNo, note: 'the member sent a picture' }
    expect((await shop.admin.call('POST', `/admin/statements/${line!.id}/assignment`, body)).status).toBe(200)
    await t.runJobs()
    return { order, line: line!, price, hear: (trade_no: string) => notify(order, trade_no, amount) }
  }

  test('the gateway’s report is the same payment, by its number or by its amount', async () => {
    const [byAmount, byNumber] = [await assigned(), await assigned()]
    expect(await moved(byAmount.order, () => atOnce(() => byAmount.hear('assigned_1')))).toEqual([0, 0, 0])
    expect(await moved(byNumber.order, () => byNumber.hear(byNumber.line.reference))).toEqual([0, 0, 0])
    expect(await receiptsOf(byAmount.order)).toMatchObject([{ outcome: 'settled', callback_no: 'assigned_1' }])
    expect(await moved(byAmount.order, () => byAmount.hear(number())), 'a second payment is credited').toEqual([
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
    expect(await moved(order, () => atOnce(() => notify(order, 'hand_1')))).toEqual([1000, 0, 0])
    const [receipt] = await open(order)
    expect(receipt).toMatchObject({ outcome: 'paid_otherwise', can_settle: true, shortfall: null })
    expect(await moved(order, () => atOnce(() => resolve(receipt.id, 'settled'))), 'what was by hand came by the method').toEqual([
      0, -1000, 0,
    ])
    expect(await receiptsOf(order)).toMatchObject([{ resolution: 'settled' }])
    expect(await moved(order, () => notify(order, 'hand_2'))).toEqual([1000, 0, 1000])
    await expectSound()
  })

  test('or that it is another one, and credit it', async () => {
    const order = await byHand()
    await notify(order, 'hand_3')
    const [receipt] = await open(order)
    expect(await moved(order, () => resolve(receipt.id, 'credited'))).toEqual([0, 0, 1000])
    await expectSound()
  })
})
