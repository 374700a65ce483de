import { expect, test } from 'vitest'
import { type FakeBtcpay, startBtcpay } from '../../test/gateways/btcpay.ts'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { post } from '../../test/gateways/listen.ts'

let btcpay: FakeBtcpay
const decimal = (amount: number): string => (amount / 100).toFixed(2)

async function openRig(): Promise<Rig> {
  btcpay = await startBtcpay()
  async function pay(attemptNo: string, { amount = 1000, currency, merchant, forged, unpaid, to }: Flaw = {}) {
    const invoice = btcpay.find(attemptNo)
    const url = to ?? btcpay.webhookUrl
    if (currency) invoice.currency = currency
    if (unpaid) return post(url, btcpay.event('InvoiceProcessing', invoice))
    if (merchant) return post(url, btcpay.event('InvoiceSettled', invoice, { storeId: 'another' }))
    if (forged) return post(url, btcpay.event('InvoiceSettled', invoice, {}, 'another secret'))
    return btcpay.pay(attemptNo, decimal(amount), to)
  }
  return {
    driver: 'btcpay',
    config: btcpay.config,
    asked: { amount: 1000, currency: 'CNY' },
    answer: '{"received":true}',
    listenAt: (url) => void (btcpay.webhookUrl = url),
    setDown: (down) => void (btcpay.state.down = down),
    pay,
    underpaid: 'ignored',
    namesCurrency: true,
    calledAtCheckout: true,
    stop: btcpay.stop,
  }
}
const bench = await driverCases('btcpay', openRig)

test('no event settles an invoice that is not settled, and a settled one only the event that says so; without the webhook secret, every notification is refused', async () => {
  const order = await bench.checkedOut()
  const invoice = btcpay.find(order.attempt.attemptNo)
  const hear = async (type: string): Promise<void> =>
    expect((await post(order.method.notify_url, btcpay.event(type, invoice))).status).toBe(200)
  for (const status of ['New', 'Processing', 'Expired', 'Invalid'] as const) {
    invoice.status = status
    await hear('InvoiceSettled')
  }
  invoice.status = 'Settled'
  for (const type of ['InvoiceCreated', 'InvoiceReceivedPayment', 'InvoiceProcessing', 'InvoiceExpired', 'InvoiceInvalid']) await hear(type)
  await bench.expectUnpaid(order)
  await bench.t.database.pool.query(`update payment_methods set config = config - 'webhook_secret' where id = $1`, [order.method.id])
  expect((await btcpay.pay(order.attempt.attemptNo, '10.00')).status).toBe(400)
  await bench.expectUnpaid(order)
})

test('each part paid after the invoice expired is set aside once, at its value', async () => {
  const order = await bench.checkedOut()
  btcpay.find(order.attempt.attemptNo).status = 'Expired'
  await btcpay.pay(order.attempt.attemptNo, '4.00')
  await btcpay.pay(order.attempt.attemptNo, '6.00')
  const { order: seen, receipts } = await bench.shop.details(order.tradeNo)
  expect(seen.status).toBe('pending')
  expect(receipts).toHaveLength(2)
  expect(receipts.map(({ amount, outcome }: { amount: number; outcome: string }) => [amount, outcome]).toSorted()).toEqual([
    [400, 'underpaid'],
    [600, 'underpaid'],
  ])
})

test('an invoice paid but not yet confirmed is not closed, and its late payment goes to the balance', async () => {
  const order = await bench.checkedOut()
  const invoice = btcpay.find(order.attempt.attemptNo)
  invoice.status = 'Processing'
  await order.member.call('POST', '/muser/order/cancel', { trade_no: order.tradeNo })
  await bench.t.runJobs()
  expect(invoice.status).toBe('Processing')
  await btcpay.pay(order.attempt.attemptNo, '10.00')
  expect(await bench.shop.balance(order.member, order.tradeNo)).toBe(1000)
})
