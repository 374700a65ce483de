import { describe, expect, test } from 'vitest'
import type { Driver } from '@portico/contract/payments-admin'
import { type FakeAlipay, startAlipay } from '../../test/gateways/alipay.ts'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { post } from '../../test/gateways/listen.ts'
import { plainMethod } from '../../test/gateways/shop.ts'
import { drivers } from './drivers.ts'

const yuan = (amount: number): string => (amount / 100).toFixed(2)

async function openRig(driver: Driver): Promise<Rig & { alipay: FakeAlipay }> {
  const alipay = await startAlipay()
  async function pay(attemptNo: string, { amount, merchant, forged, unpaid, to }: Flaw = {}) {
    if (forged) return post(to ?? alipay.scan(attemptNo).notifyUrl, alipay.notification(alipay.scan(attemptNo), {}, alipay.otherKey))
    return alipay.pay(
      attemptNo,
      {
        ...(amount === undefined ? {} : { total_amount: yuan(amount) }),
        ...(merchant ? { app_id: '2021000000000002' } : {}),
        ...(unpaid ? { trade_status: 'WAIT_BUYER_PAY' } : {}),
      },
      to,
    )
  }
  return {
    alipay,
    driver,
    config: alipay.config,
    asked: { amount: 1000, currency: 'CNY' },
    answer: 'success',
    setDown: (down) => void (alipay.state.down = down),
    pay,
    underpaid: 'set aside',
    namesCurrency: false,
    calledAtCheckout: driver === 'alipay_f2f',
    takeBack(attemptNo, amount, refundNo) {
      const trade = alipay.scan(attemptNo)
      trade.refunds.set('earlier', '0.01').set(refundNo, yuan(amount))
      return alipay.notification(trade, { refund_fee: yuan(amount + 1), gmt_refund: '2026-11-21 12:00:00', out_biz_no: refundNo })
    },
    returned: alipay.returned,
    refundsParts: true,
    stop: alipay.stop,
  }
}

describe.each(['alipay_page', 'alipay_f2f'] as const)('%s', async (driver) => {
  let rig: Awaited<ReturnType<typeof openRig>>
  const bench = await driverCases(driver, async () => (rig = await openRig(driver)))

  test('the payer sees what the driver offers, and it expires with the order', async () => {
    const { method, member, tradeNo } = await bench.checkedOut()
    const { body } = await bench.shop.checkout(member, tradeNo, method)
    if (driver === 'alipay_f2f')
      return expect(body).toMatchObject({ type: 0, data: expect.stringMatching(/^https:\/\/qr\.example\.com\//) })
    const biz = JSON.parse(new URL(body.data).searchParams.get('biz_content')!)
    const ends = bench.t.app.now().getTime() + 8 * 3_600_000 + 30 * 60_000
    expect(body.type).toBe(1)
    expect(Math.abs(Date.parse(`${biz.time_expire.replace(' ', 'T')}Z`) - ends)).toBeLessThan(60_000)
  })

  test('a trade with another status, an old signature scheme or changes after signing opens nothing; a notification for another seller is refused', async () => {
    const order = await bench.checkedOut()
    const trade = rig.alipay.scan(order.attempt.attemptNo)
    for (const trade_status of ['TRADE_CLOSED', 'WAIT_BUYER_PAY', 'SOMETHING']) {
      expect((await post(trade.notifyUrl, rig.alipay.notification(trade, { trade_status }))).body).toBe('success')
    }
    const { headers, body } = rig.alipay.notification(trade, {})
    const changed = [
      body.replace('RSA2', 'RSA'),
      body.replace('total_amount=10.00', 'total_amount=10.01'),
      body.replace('&sign=', '&x='),
      `${body}&extra=1`,
    ]
    for (const one of changed) expect((await post(trade.notifyUrl, { headers, body: one })).status).toBe(400)
    expect((await post(trade.notifyUrl, rig.alipay.notification(trade, {}, undefined, 'RSA'))).status).toBe(400)
    await bench.expectUnpaid(order)
    const sent = rig.alipay.notification(trade, {})
    const withSeller = (seller_id: string) => bench.verified(sent, { ...rig.config, seller_id })
    expect(await withSeller('2088999999999999')).toMatchObject({ kind: 'rejected' })
    expect(await withSeller('2088000000000001')).toMatchObject({ kind: 'paid' })
  })

  test('an answer without Alipay’s signature is ignored', async () => {
    const order = await bench.checkedOut()
    const other = await startAlipay()
    const config = { ...rig.config, alipay_public_key: other.config.alipay_public_key }
    await other.stop()
    await expect(drivers[driver].query!(config, order.attempt)).rejects.toThrow('sign')
    await expect(drivers[driver].close!(config, order.attempt.attemptNo)).rejects.toThrow('sign')
  })

  test('keys are accepted only in the formats of the key tool', async () => {
    const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
    const make = (config: object) =>
      bench.shop.admin.call('POST', '/admin/payment-methods', { ...plainMethod, driver, config: { ...rig.config, ...config } })
    const { private_key, alipay_public_key } = rig.config
    expect((await make({ private_key: bare(private_key!), alipay_public_key: bare(alipay_public_key!) })).status).toBe(200)
    expect((await make({ private_key: private_key!.replace(/\n/g, '') })).status).toBe(200)
    const wrong = await make({ private_key: 'no key', alipay_public_key: bare(private_key!) })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['config.private_key', 'config.alipay_public_key']])
  })
})
