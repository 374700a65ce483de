import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { paymentMethods } from './payments.table.ts'
import { receivePayment } from './receive-payment.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

/** An order of 10.00 for which this amount was received, and the waiting receipt. */
async function wronglyPaid(money: string) {
  const order = await shop.atEpay(epay)
  await shop.payAt(epay, order.url, money)
  const [receipt] = await shop.openReceipts(order.tradeNo)
  return { ...order, receipt, id: receipt.id as number }
}
const resolve = (id: number, resolution: string) =>
  shop.admin.call('POST', `/admin/receipts/${id}/resolution`, { resolution, note: 'seen' })

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
