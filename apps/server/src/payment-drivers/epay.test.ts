import { afterEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { type Epay, startEpay } from '../../test/gateways/epay.ts'
import { drivers } from './drivers.ts'

let epay: Epay
const yuan = (amount: number): string => (amount / 100).toFixed(2)

async function openRig(): Promise<Rig & { url: string }> {
  epay = await startEpay()
  const rig = { url: '' }
  async function pay(attemptNo: string, { amount, merchant, forged, unpaid, to }: Flaw = {}) {
    const otherwise = {
      ...(amount === undefined ? {} : { money: yuan(amount) }),
      ...(merchant ? { pid: '2002' } : {}),
      ...(unpaid ? { trade_status: 'WAIT_BUYER_PAY' } : {}),
    }
    if (!unpaid && !forged && !merchant) epay.markPaid(attemptNo)
    return epay.send(to ?? rig.url, epay.notification(attemptNo, otherwise, forged ? 'x'.repeat(32) : epay.key))
  }
  return Object.assign(rig, {
    driver: 'epay',
    config: { url: epay.url, pid: epay.pid, key: epay.key },
    asked: { amount: 1000, currency: 'CNY' },
    answer: 'success',
    listenAt: (url) => void (rig.url = url),
    setDown: (down) => epay.behave({ down }),
    pay,
    underpaid: 'set aside',
    namesCurrency: false,
    calledAtCheckout: false,
    returned: (attemptNo) =>
      epay.refunded().reduce((sum, { outTradeNo, money }) => sum + (outTradeNo === attemptNo ? Math.round(Number(money) * 100) : 0), 0),
    stop: epay.stop,
  } satisfies Rig)
}
const bench = await driverCases('epay', openRig)
const { t, shop } = bench
afterEach(() => epay.behave({}))

const checkedOut = () => shop.atEpay(epay)

async function expectRefused({ method }: { method: { notify_url: string } }, messages: URLSearchParams[]): Promise<void> {
  for (const message of messages)
    expect(await epay.send(method.notify_url, message), String(message)).toEqual({ status: 400, body: 'fail' })
}

test.each(['GET', 'POST'] as const)('a payer goes to the gateway and pays, and its notification by %s opens the order', async (method) => {
  const order = await checkedOut()
  epay.behave({ method })
  const paid = await epay.payAt(order.url)
  expect(paid.answers).toEqual([{ status: 200, body: 'success' }])
  expect(paid.returned).toMatch(new RegExp(`^${t.base}/pay_return_url\\?order=${order.tradeNo}&`))
  expect(await shop.status(order.member, order.tradeNo)).toBe('processing')
  await t.runJobs()
  const { order: seen, attempts, receipts } = await shop.details(order.tradeNo)
  expect(seen).toMatchObject({ status: 'completed', payment_name: 'epay', fee_amount: 0 })
  expect(attempts).toMatchObject([{ attempt_no: order.attemptNo, status: 'succeeded', amount: 1000, currency: 'CNY' }])
  expect(receipts).toMatchObject([{ attempt_no: order.attemptNo, amount: 1000, currency: 'CNY', outcome: 'settled' }])
  expect(await shop.ledger('gateway', order.method.id)).toBe(-1000)
  expect((await shop.term(order.member)).planId).not.toBeNull()
})

test('an invalid amount, another signature or none, and what is changed after signing open nothing; a method without a key accepts no signature', async () => {
  const order = await checkedOut()
  const amounts = ['', '10,00', '-10.00', '1e3', '10.001', '0x3E8', '１０.00'].map((money) => epay.notification(order.attemptNo, { money }))
  const altered = (money: string, change: (message: URLSearchParams) => void): URLSearchParams => {
    const message = epay.notification(order.attemptNo, { money })
    change(message)
    return message
  }
  const tampered = [
    altered('10.00', (message) => message.delete('sign')),
    altered('0.01', (message) => message.set('money', '10.00')),
    altered('0.01', (message) => message.set('param', 'x')),
    altered('0.01', (message) => message.append('money', '10.00')),
  ]
  const forged = [epay.notification(order.attemptNo, {}, 'x'.repeat(32)), epay.notification(order.attemptNo, {}, '')]
  await expectRefused(order, [...amounts, ...tampered, ...forged])
  // The payer’s address is signed too.
  const ours = new URL(order.url).searchParams
  expect((await epay.send(order.method.notify_url, ours)).body).toBe('fail')
  ours.set('trade_status', 'TRADE_SUCCESS')
  expect((await epay.send(order.method.notify_url, ours)).body).toBe('fail')
  await bench.expectUnpaid(order)
  await t.database.pool.query(`update payment_methods set config = config || '{"key": ""}' where id = $1`, [order.method.id])
  await expectRefused(order, [epay.notification(order.attemptNo, {}, '')])
  await bench.expectUnpaid(order)
})

test('any other status opens nothing and does not stop the gateway', async () => {
  const order = await checkedOut()
  for (const trade_status of ['TRADE_CLOSED', 'WAIT_BUYER_PAY', 'TRADE_REFUND', ''])
    expect((await epay.send(order.method.notify_url, epay.notification(order.attemptNo, { trade_status }))).body).toBe('fail')
  await bench.expectUnpaid(order)
  await epay.payAt(order.url)
  expect(await shop.status(order.member, order.tradeNo)).toBe('processing')
})

test('another number, the order’s too, and an address without a valid method are not found', async () => {
  const order = await checkedOut()
  const { notify_url: url } = order.method
  const paid = epay.notification(order.attemptNo)
  const unknown: [string, URLSearchParams][] = [
    [url, epay.notification('UNKNOWN0000000000000000A')],
    [url, epay.notification(order.tradeNo, { money: '10.00' })],
    [url.replace('/epay/', '/stripe/'), paid],
    [`${url}x`, paid],
    ...['%00', '0'.repeat(24), 'x', '%27--'].map((uuid): [string, URLSearchParams] => [url.replace(/[^/]+$/, uuid), paid]),
  ]
  for (const [at, message] of unknown) expect(await epay.send(at, message), at).toEqual({ status: 404, body: 'fail' })
  await bench.expectUnpaid(order)
})

test('a disabled or withdrawn method still accepts payments that were started with it', async () => {
  const [disabled, withdrawn] = [await checkedOut(), await checkedOut()]
  await shop.admin.call('PATCH', `/admin/payment-methods/${disabled.method.id}`, { enabled: false })
  await shop.admin.call('DELETE', `/admin/payment-methods/${withdrawn.method.id}`)
  for (const order of [disabled, withdrawn]) {
    expect((await shop.checkout(order.member, order.tradeNo, order.method)).body.code).toBe('payment.method_unavailable')
    expect((await epay.payAt(order.url)).answers).toEqual([{ status: 200, body: 'success' }])
    expect(await shop.status(order.member, order.tradeNo)).toBe('processing')
  }
})

test('a notification is accepted while the site is closed, and refused when it is too large', async () => {
  const order = await checkedOut()
  await shop.admin.call('PATCH', '/admin/settings', { 'site.closed': true })
  await t.app.reloadSettings()
  const { answers } = await epay.payAt(order.url)
  await shop.admin.call('PATCH', '/admin/settings', { 'site.closed': false })
  await t.app.reloadSettings()
  expect(answers).toEqual([{ status: 200, body: 'success' }])
  expect((await fetch(order.method.notify_url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413)
})

test('many orders checked out at once have as many different numbers', async () => {
  const method = await shop.epay(epay)
  const plan = await t.plan()
  const addresses = await atOnce(async () => {
    const { member, tradeNo } = await shop.order(plan)
    return (await shop.checkout(member, tradeNo, method)).body.data as string
  })
  const numbers = addresses.map((address) => new URL(address).searchParams.get('out_trade_no')!)
  expect(new Set(numbers).size).toBe(RACES)
  for (const number of numbers) expect(number).toMatch(/^[0-9A-Z]{24}$/)
})

test('an order unknown to the gateway is pending, and a wrong key settles nothing; a gateway without TLS is not queried: the answer proves nothing, and the key would leak', async () => {
  const order = await bench.checkedOut()
  epay.markPaid(order.attempt.attemptNo)
  const { query } = drivers.epay
  expect(await query!(bench.rig.config, { ...order.attempt, attemptNo: 'NEVER' })).toEqual({ kind: 'pending' })
  expect(await query!({ ...bench.rig.config, key: 'wrong' }, order.attempt)).toEqual({ kind: 'pending' })
  const config = { ...bench.rig.config, url: 'http://pay.example.com' }
  expect(await drivers.epay.query!(config, order.attempt)).toEqual({ kind: 'pending' })
})

test('a gateway refund must be in full, and operators see that; after a part was refunded otherwise it is unavailable', async () => {
  const order = await bench.checkedOut()
  await bench.rig.pay(order.attempt.attemptNo)
  await t.runJobs()
  const refund = (no: number, body: Record<string, unknown>) =>
    shop.admin.call('POST', `/admin/orders/${order.tradeNo}/refunds`, { refund_no: `WHOLEONLY000${no}`, reason: 'asked for it', ...body })
  expect((await shop.details(order.tradeNo)).refundable.gateway).toMatchObject([{ amount: 1000, whole_only: true }])
  expect(await refund(1, { way: 'gateway', amount: 999 })).toMatchObject({ status: 409, body: { code: 'refund.whole_only' } })
  expect((await refund(2, { way: 'balance', amount: 1 })).status).toBe(200)
  expect((await shop.details(order.tradeNo)).refundable).toMatchObject({ total: 999, manual: 999, gateway: [] })
  expect((await refund(3, { way: 'gateway', amount: 999 })).body.code).toBe('refund.way_unavailable')
})

test('no refund is sent over an unencrypted connection', async () => {
  const order = await bench.checkedOut()
  await bench.rig.pay(order.attempt.attemptNo)
  await t.runJobs()
  const config = { url: 'http://pay.example.com', pid: epay.pid, key: epay.key }
  expect((await shop.admin.call('PATCH', `/admin/payment-methods/${order.method.id}`, { config })).status).toBe(200)
  expect((await shop.details(order.tradeNo)).refundable).toMatchObject({ total: 1000, gateway: [] })
})
