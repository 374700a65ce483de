import { afterEach, describe, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../../test/at-once.ts'
import type { PaymentMethodInput } from '@portico/contract/payments-admin'
import { startEpay } from '../../../test/gateways/epay.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { eq } from 'drizzle-orm'
import { audited } from '../../../test/audited.ts'
import { paymentMethods } from '../payments.table.ts'
import { receivePayment } from '../receive-payment.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
afterEach(() => epay.behave({}))

type Paid = { member: Member; tradeNo: string; method: { id: number }; url: string }

/** An order for which this amount was received; its price is 10.00 unless another plan is given. */
async function paid(money: string, values: Partial<PaymentMethodInput> = {}, order?: { member: Member; tradeNo: string }): Promise<Paid> {
  const at = await shop.atEpay(epay, values, order)
  await shop.payAt(epay, at.url, money)
  return at
}
const resolve = (id: number, resolution: string) =>
  shop.admin.call('POST', `/admin/receipts/${id}/resolution`, { resolution, note: 'seen' })
const markPaid = (tradeNo: string, receipts?: { id: number; use: boolean }[]) =>
  shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen', ...(receipts && { receipts }) })
/** The method's money, the member's balance and what waits. */
async function books({ method, member }: Paid) {
  return { gateway: await shop.ledger('gateway', method.id), member: await shop.ledger('member', member.id) }
}
async function faults(): Promise<unknown[]> {
  return (await shop.admin.call('POST', '/admin/ledger/check')).body.faults
}
const orderOf = async (member: Member, tradeNo: string) => (await member.call('GET', '/muser/order/details', { trade_no: tradeNo })).body

describe('money row 12: an order underpaid by 0.01', () => {
  test('accepted with shortfall once in many tries: it opens, and its revenue is what came in', async () => {
    const waiting = await shop.ledger('unallocated')
    const order = await paid('9.99')
    const [receipt] = await shop.openReceipts(order.tradeNo)
    expect(receipt).toMatchObject({ can_settle: false, shortfall: { order_amount: 1, fee_amount: 0 } })
    const answers = await atOnce(() => resolve(receipt.id, 'accepted'))
    expectOne(answers, 'receipt.wrong_status')
    await t.runJobs()
    const { order: seen, receipts, attempts } = await shop.details(order.tradeNo)
    expect(seen).toMatchObject({ status: 'completed', cash_amount: 999, shortfall_amount: 1, fee_amount: 0, fee_shortfall_amount: 0 })
    expect([receipts, attempts]).toMatchObject([[{ resolution: 'accepted', open: false }], [{ status: 'succeeded' }]])
    expect(await orderOf(order.member, order.tradeNo)).toMatchObject({ status: 'completed', shortfall_amount: 1 })
    expect(await books(order)).toEqual({ gateway: -999, member: 0 })
    expect(await shop.ledger('unallocated')).toBe(waiting)
    expect((await resolve(receipt.id, 'credited')).body.code).toBe('receipt.wrong_status')
    expect(await faults()).toEqual([])
  })

  test('the price is paid first: the fee is short, then the member owes', async () => {
    const fee = { fee_fixed: 30 }
    const [small, large] = [await paid('10.10', fee), await paid('9.00', fee)]
    const [[one], [two]] = [await shop.openReceipts(small.tradeNo), await shop.openReceipts(large.tradeNo)]
    expect([one.shortfall, two.shortfall]).toEqual([
      { order_amount: 0, fee_amount: 20 },
      { order_amount: 100, fee_amount: 30 },
    ])
    await resolve(one.id, 'accepted')
    await resolve(two.id, 'accepted')
    const orders = [(await shop.details(small.tradeNo)).order, (await shop.details(large.tradeNo)).order]
    expect(orders).toMatchObject([
      { cash_amount: 1000, shortfall_amount: 0, fee_amount: 10, fee_shortfall_amount: 20 },
      { cash_amount: 900, shortfall_amount: 100, fee_amount: 0, fee_shortfall_amount: 30 },
    ])
    expect(await faults()).toEqual([])
  })

  test.each([
    ['no part', '10.00', 30],
    ['a part', '10.29', 1],
  ])('a payment that covers the price and %s of the fee is not one in full', async (_, money, fee_amount) => {
    const { tradeNo } = await paid(money, { fee_fixed: 30 })
    const [receipt] = await shop.openReceipts(tradeNo)
    const short = { can_settle: false, shortfall: { order_amount: 0, fee_amount } }
    expect(receipt).toMatchObject({ outcome: 'underpaid', expected_amount: 1030, ...short })
    expect(await resolve(receipt.id, 'settled')).toMatchObject({ status: 409, body: { code: 'receipt.not_enough' } })
    expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'pending', cash_amount: 0 })
  })

  test('what came in can be refunded, by the gateway in full, and not a cent more', async () => {
    const order = await paid('9.99')
    const [receipt] = await shop.openReceipts(order.tradeNo)
    await resolve(receipt.id, 'accepted')
    await t.runJobs()
    expect((await shop.details(order.tradeNo)).refundable).toMatchObject({ total: 999, gateway: [{ amount: 999, whole_only: true }] })
    const refund = (no: string, amount: number) =>
      shop.admin.call('POST', `/admin/orders/${order.tradeNo}/refunds`, { refund_no: no, way: 'gateway', amount, reason: 'r' })
    expect((await refund('SHORTREFUND01', 1000)).body.code).toBe('refund.too_much')
    expect((await refund('SHORTREFUND02', 999)).status).toBe(200)
    await t.runJobs()
    const { order: seen, attempts } = await shop.details(order.tradeNo)
    expect([seen.status, attempts[0].status]).toEqual(['refunded', 'refunded'])
    expect(await books(order)).toEqual({ gateway: 0, member: 0 })
    expect(await faults()).toEqual([])
  })

  test('an order that no longer waits, a top-up and another currency cannot be accepted', async () => {
    const cancelled = await paid('9.99')
    await cancelled.member.call('POST', '/muser/order/cancel', { trade_no: cancelled.tradeNo })
    const [first] = await shop.openReceipts(cancelled.tradeNo)
    expect(first.shortfall).toBeNull()
    expect((await resolve(first.id, 'accepted')).body.code).toBe('order.wrong_status')
    const topup = await paid('9.99', {}, await topUpOf())
    const [second] = await shop.openReceipts(topup.tradeNo)
    expect(second.shortfall).toBeNull()
    expect((await resolve(second.id, 'accepted')).body.code).toBe('receipt.topup')
    expect((await resolve(second.id, 'credited')).status).toBe(200)
    const foreign = await paid('9.99')
    const [third] = await shop.openReceipts(foreign.tradeNo)
    const paidIn = (currency: string) =>
      t.database.pool.query('update payment_receipts set currency = $1 where id = $2', [currency, third.id])
    await paidIn('USD')
    expect((await resolve(third.id, 'accepted')).body.code).toBe('receipt.currency')
    await paidIn('CNY')
  })

  async function topUpOf() {
    const member = await t.member()
    const { body } = await member.call('POST', '/muser/order/save', { topup_amount: 1000 })
    return { member, tradeNo: body.trade_no as string }
  }

  test.each([
    ['9.99', 1, 'completed', 1],
    ['9.99', 0, 'pending', 0],
    ['0.00', 2000, 'pending', 0],
  ])('%s with a tolerance of %i makes it %s', async (money, underpaid_tolerance, status, shortfall) => {
    const order = await paid(money, { underpaid_tolerance })
    await t.runJobs()
    const { order: seen } = await shop.details(order.tradeNo)
    expect(seen).toMatchObject({ status, shortfall_amount: shortfall })
    if (status === 'completed') expect(await books(order)).toEqual({ gateway: shortfall - 1000, member: 0 })
    expect(await faults()).toEqual([])
  })

  test('a late payment within the tolerance credits what came in; a top-up within the tolerance adds what came in', async () => {
    const { member, tradeNo, url } = await shop.atEpay(epay, { underpaid_tolerance: 1 })
    await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
    await shop.payAt(epay, url, '9.99')
    expect(await shop.ledger('member', member.id)).toBe(999)
    const order = await paid('9.99', { underpaid_tolerance: 1 }, await topUpOf())
    await t.runJobs()
    expect((await shop.details(order.tradeNo)).order).toMatchObject({ status: 'completed', shortfall_amount: 1 })
    expect(await books(order)).toEqual({ gateway: -999, member: 999 })
    expect(await faults()).toEqual([])
  })

  test('the tolerance is in the currency that the gateway charges, and ignored for a payment in another', async () => {
    const order = await paid('9.99', { underpaid_tolerance: 1 })
    const again = await shop.order()
    const { body } = await shop.checkout(again.member, again.tradeNo, order.method)
    await t.database.pool.query(
      `update payment_attempts set pay_currency = 'USD' where order_id = (select id from orders where trade_no = $1)`,
      [again.tradeNo],
    )
    await shop.payAt(epay, body.data, '9.99')
    expect((await shop.openReceipts(again.tradeNo))[0]).toMatchObject({ outcome: 'underpaid', value_amount: null })
  })
})

describe('money row 12: marking as paid an order with an open receipt', () => {
  test('is refused until the operator says what becomes of the receipt', async () => {
    const order = await paid('9.99')
    const [receipt] = (await shop.details(order.tradeNo)).receipts
    expect(receipt).toMatchObject({ open: true, value_amount: 999, resolution: null })
    expect((await markPaid(order.tradeNo)).body.code).toBe('receipt.undecided')
    expect((await markPaid(order.tradeNo, [{ id: receipt.id + 1000, use: true }])).body.code).toBe('receipt.undecided')
    const both = [receipt.id, receipt.id + 1000].map((id) => ({ id, use: true }))
    expect((await markPaid(order.tradeNo, both)).body.code).toBe('receipt.wrong_status')
    expect((await shop.details(order.tradeNo)).order.status).toBe('pending')
  })

  test('with it, many at once: the receipt is gone, the rest came by hand, and nobody gains', async () => {
    const order = await paid('9.99')
    const [{ id }] = await shop.openReceipts(order.tradeNo)
    const hand = await shop.ledger('gateway', 0)
    const answers = await atOnce(() => markPaid(order.tradeNo, [{ id, use: true }]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await t.runJobs()
    expect((await shop.details(order.tradeNo)).order).toMatchObject({ status: 'completed', cash_amount: 1000, shortfall_amount: 0 })
    expect(await books(order)).toEqual({ gateway: -999, member: 0 })
    expect(await shop.ledger('gateway', 0)).toBe(hand - 1)
    expect((await resolve(id, 'credited')).body.code).toBe('receipt.wrong_status')
    expect(await faults()).toEqual([])
  })

  test('with two receipts that are more than the price: the rest goes to the balance', async () => {
    const order = await paid('6.00')
    await t.database.pool.query(
      `update payment_attempts set status = 'expired' where order_id = (select id from orders where trade_no = $1)`,
      [order.tradeNo],
    )
    const { body } = await shop.checkout(order.member, order.tradeNo, order.method)
    await shop.payAt(epay, body.data, '5.00')
    const open = await shop.openReceipts(order.tradeNo)
    const hand = await shop.ledger('gateway', 0)
    const said = open.map(({ id }: { id: number }) => ({ id, use: true }))
    expect((await markPaid(order.tradeNo, said)).status).toBe(200)
    expect(await books(order)).toEqual({ gateway: -1100, member: 100 })
    expect(await shop.ledger('gateway', 0)).toBe(hand)
    expect(await faults()).toEqual([])
  })

  test('without it: the order was paid by hand, and the receipt still waits', async () => {
    const order = await paid('9.99')
    const [{ id }] = await shop.openReceipts(order.tradeNo)
    const hand = await shop.ledger('gateway', 0)
    expect((await markPaid(order.tradeNo, [{ id, use: false }])).status).toBe(200)
    expect(await shop.ledger('gateway', 0)).toBe(hand - 1000)
    expect((await resolve(id, 'returned')).status).toBe(200)
    expect(await books(order)).toEqual({ gateway: 0, member: 0 })
    expect(await faults()).toEqual([])
  })
})

test('a gateway that refunds only whole payments is not offered for one of which a part went to the balance', async () => {
  const order = await paid('15.00')
  const [receipt] = await shop.openReceipts(order.tradeNo)
  expect((await resolve(receipt.id, 'settled')).status).toBe(200)
  await t.runJobs()
  expect((await shop.details(order.tradeNo)).refundable).toMatchObject({ total: 1000, manual: 1000, gateway: [] })
  const whole = await paid('10.00')
  await t.runJobs()
  expect((await shop.details(whole.tradeNo)).refundable.gateway).toMatchObject([{ amount: 1000, whole_only: true }])
})

/** An order of 10.00 for which this amount was received, and the waiting receipt. */
async function wronglyPaid(money: string) {
  const order = await shop.atEpay(epay)
  await shop.payAt(epay, order.url, money)
  const [receipt] = await shop.openReceipts(order.tradeNo)
  return { ...order, receipt, id: receipt.id as number }
}

test('an underpayment waits, and many attempts to credit it to the balance do so once', async () => {
  const { member, id, receipt, tradeNo, method } = await wronglyPaid('6.00')
  expect(receipt).toMatchObject({ outcome: 'underpaid', amount: 600, expected_amount: 1000, value_amount: 600, can_settle: false })
  const waiting = await shop.ledger('unallocated')
  expect((await resolve(id, 'settled')).body.code).toBe('receipt.not_enough')
  const answers = await atOnce(() => resolve(id, 'credited'))
  expectOne(answers, 'receipt.wrong_status')
  const rows = await audited(t, 'receipt', receipt.callback_no)
  expect(rows).toMatchObject([{ action: 'receipt.resolve', actorKind: 'staff', actorId: shop.admin.id, reason: 'seen' }])
  expect(rows[0]!.before).toEqual({ resolution: null, resolvedAt: null, resolvedBy: null, resolutionNote: null })
  expect(rows[0]!.after).toMatchObject({ resolution: 'credited', resolvedBy: shop.admin.id })
  expect(await shop.ledger('member', member.id)).toBe(600)
  expect(await shop.ledger('unallocated')).toBe(waiting - 600)
  expect(await shop.ledger('gateway', method.id)).toBe(-600)
  expect(await shop.status(member, tradeNo)).toBe('pending')
})

test('an overpayment pays an order that still waits; the rest goes to the balance', async () => {
  const { member, id, receipt, tradeNo } = await wronglyPaid('12.50')
  expect(receipt).toMatchObject({ outcome: 'overpaid', can_settle: true })
  const revenue = await shop.ledger('revenue')
  expect(await resolve(id, 'settled')).toMatchObject({
    status: 200,
    body: { resolution: 'settled', order_status: 'processing', note: 'seen' },
  })
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect(await shop.ledger('revenue')).toBe(revenue + 1000)
  expect(await shop.ledger('member', member.id)).toBe(250)
  expect((await shop.details(tradeNo)).order).toMatchObject({ cash_amount: 1000 })
  // It is refunded like any other order, but not by a gateway that refunds only in full: the rest is on the balance.
  const body = { refund_no: 'SETTLEDBYHAND1', way: 'manual', amount: 1000, reason: 'r' }
  expect((await shop.details(tradeNo)).refundable).toMatchObject({ manual: 1000, gateway: [] })
  expect((await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, body)).status).toBe(200)
})

test('it cannot pay an order that no longer waits; marked as returned, it leaves the ledger', async () => {
  const { member, id, tradeNo, method } = await wronglyPaid('12.50')
  const waiting = await shop.ledger('unallocated')
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  expect((await resolve(id, 'settled')).body.code).toBe('order.wrong_status')
  expect((await resolve(id, 'returned')).body).toMatchObject({ resolution: 'returned' })
  expect(await shop.ledger('unallocated')).toBe(waiting - 1250)
  expect(await shop.ledger('gateway', method.id)).toBe(0)
  expect(await shop.ledger('member', member.id)).toBe(0)
})

test('a payment in another currency is converted at its attempt’s rate', async () => {
  const { member, tradeNo, method, attemptNo } = await shop.atEpay(epay)
  await t.database.pool.query(
    `update payment_attempts set pay_amount = 139, pay_currency = 'USD', exchange_rate = 139000 where attempt_no = $1`,
    [attemptNo],
  )
  const [row] = await t.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, method.id))
  const now = t.app.now()
  await receivePayment(t.database, row!, { attemptNo, callbackNo: 'usd', amount: 100, currency: 'USD' }, now)
  await receivePayment(t.database, row!, { attemptNo, callbackNo: 'eur', amount: 100, currency: 'EUR' }, now)
  const receipts = await shop.openReceipts(tradeNo)
  const [usd, eur] = ['usd', 'eur'].map((no) => receipts.find((one: { callback_no: string }) => one.callback_no === no))
  expect([usd.value_amount, eur.value_amount]).toEqual([719, null])
  expect((await resolve(usd.id, 'credited')).status).toBe(200)
  expect((await resolve(eur.id, 'credited')).body.code).toBe('receipt.currency')
  expect((await resolve(eur.id, 'returned')).status).toBe(200)
  expect(await shop.ledger('member', member.id)).toBe(719)
})

test('a correct payment is not resolved, an unknown one is not found, and a note is required', async () => {
  const { id } = await wronglyPaid('1.00')
  expect((await shop.admin.call('POST', `/admin/receipts/${id}/resolution`, { resolution: 'credited', note: ' ' })).status).toBe(422)
  expect((await resolve(999_999, 'credited')).status).toBe(404)
  await epay.payAt((await shop.atEpay(epay)).url)
  const { rows } = await t.database.pool.query(`select max(id) as id from payment_receipts where outcome = 'settled'`)
  expect((await resolve(rows[0].id, 'credited')).body.code).toBe('receipt.wrong_status')
})
