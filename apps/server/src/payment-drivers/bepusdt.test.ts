import { expect, test } from 'vitest'
import { type FakeBepusdt, startBepusdt } from '../../test/gateways/bepusdt.ts'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { post } from '../../test/gateways/listen.ts'

let bepusdt: FakeBepusdt
async function openRig(): Promise<Rig> {
  bepusdt = await startBepusdt()
  async function pay(attemptNo: string, { amount, merchant, forged, unpaid, to }: Flaw = {}) {
    const url = to ?? bepusdt.orders.get(attemptNo)!.notify_url
    // Merchants have nothing but their token to tell them apart.
    if (merchant) return post(url, bepusdt.notification(attemptNo, {}, 'the token of another'))
    if (forged) return post(url, bepusdt.notification(attemptNo, {}, ''))
    return bepusdt.pay(attemptNo, { ...(amount === undefined ? {} : { amount: amount / 100 }), ...(unpaid ? { status: 1 } : {}) }, to)
  }
  return {
    driver: 'bepusdt',
    config: bepusdt.config,
    asked: { amount: 1000, currency: 'CNY' },
    answer: 'success',
    setDown: (down) => void (bepusdt.state.down = down),
    pay,
    underpaid: 'set aside',
    namesCurrency: false,
    calledAtCheckout: true,
    stop: bepusdt.stop,
  }
}
const bench = await driverCases('bepusdt', openRig)

test('the payment expires with the order; an expired order, one in another currency, and a field changed or added after signing open nothing', async () => {
  const order = await bench.checkedOut()
  const { timeout } = bepusdt.orders.get(order.attempt.attemptNo)!
  expect(timeout).toBeGreaterThan(29 * 60)
  expect(timeout).toBeLessThanOrEqual(30 * 60)
  const { attemptNo } = order.attempt
  expect(await bepusdt.pay(attemptNo, { status: 3 })).toEqual({ status: 200, body: 'success' })
  expect((await bepusdt.pay(attemptNo, { fiat: 'USD' })).status).toBe(400)
  const { headers, body } = bepusdt.notification(attemptNo, { amount: 0.01 })
  for (const changed of [body.replace('0.01', '10'), body.replace('{', '{"fiat":"CNY",')])
    expect((await post(order.method.notify_url, { headers, body: changed })).status).toBe(400)
  await bench.expectUnpaid(order)
})
