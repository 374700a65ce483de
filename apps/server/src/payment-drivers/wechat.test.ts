import { describe, expect, test } from 'vitest'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { post } from '../../test/gateways/listen.ts'
import { type FakeWechat, startWechat } from '../../test/gateways/wechat.ts'
import type { TestApp } from '../../test/harness.ts'
import { drivers } from './drivers.ts'

async function openRig(t: TestApp, certificates: boolean): Promise<Rig & { wechat: FakeWechat }> {
  const wechat = await startWechat({ now: () => t.app.now(), certificates })
  async function pay(attemptNo: string, { amount, currency, merchant, forged, unpaid, to }: Flaw = {}) {
    const paid = wechat.transactions.get(attemptNo)!
    if (forged)
      return post(
        to ?? paid.notifyUrl,
        wechat.notification('TRANSACTION.SUCCESS', wechat.transaction(paid, {}), { signedWith: wechat.otherKey }),
      )
    if (unpaid)
      return post(to ?? paid.notifyUrl, wechat.notification('TRANSACTION.SUCCESS', wechat.transaction(paid, { trade_state: 'USERPAYING' })))
    const otherwise = { amount: { total: amount ?? paid.total, payer_total: 1, currency: currency ?? 'CNY' } }
    return wechat.pay(attemptNo, { ...otherwise, ...(merchant ? { mchid: '1900000002' } : {}) }, to)
  }
  return {
    wechat,
    driver: 'wechat_native',
    config: wechat.config,
    asked: { amount: 1000, currency: 'CNY' },
    answer: '{"code":"SUCCESS"}',
    setDown: (down) => void (wechat.state.down = down),
    pay,
    underpaid: 'set aside',
    namesCurrency: true,
    calledAtCheckout: true,
    takeBack(attemptNo, amount, refundNo) {
      const { no, id, total } = wechat.transactions.get(attemptNo)!
      const refund = { refund_id: '5000', out_refund_no: refundNo, refund_status: 'SUCCESS', amount: { total, refund: amount } }
      return wechat.notification('REFUND.SUCCESS', { mchid: wechat.config.mchid, out_trade_no: no, transaction_id: id, ...refund })
    },
    returned: wechat.returned,
    refundsParts: true,
    stop: wechat.stop,
  }
}

describe.each([
  ['with a public key', false],
  ['with platform certificates', true],
])('WeChat Pay %s', async (_, certificates) => {
  let rig: Awaited<ReturnType<typeof openRig>>
  const bench = await driverCases('wechat_native', async (t) => (rig = await openRig(t, certificates)))

  test('the payer sees a code, which expires with the order', async () => {
    const { method, member, tradeNo, attempt } = await bench.checkedOut()
    const { body } = await bench.shop.checkout(member, tradeNo, method)
    expect(body).toMatchObject({ type: 0, data: `weixin://wxpay/bizpayurl?pr=${attempt.attemptNo}` })
  })

  test('a notification too old, for another application, encrypted with another key or changed is refused; unknown serial numbers do not fetch certificates each time', async () => {
    const order = await bench.checkedOut()
    const paid = rig.wechat.transactions.get(order.attempt.attemptNo)!
    paid.state = 'SUCCESS'
    const transaction = rig.wechat.transaction(paid, {})
    const old = new Date(bench.t.app.now().getTime() - 301_000)
    const right = rig.wechat.notification('TRANSACTION.SUCCESS', transaction)
    const refused = [
      rig.wechat.notification('TRANSACTION.SUCCESS', transaction, { at: old }),
      rig.wechat.notification('TRANSACTION.SUCCESS', transaction, { sealedWith: 'x'.repeat(32) }),
      rig.wechat.notification('TRANSACTION.SUCCESS', { ...transaction, appid: 'wx0000000000000002' }),
      { ...right, body: right.body.replace('TRANSACTION', 'TRANSACTIOM') },
      { ...right, headers: { ...right.headers, 'wechatpay-serial': 'UNKNOWN' } },
    ]
    for (const one of refused) expect((await post(paid.notifyUrl, one)).status).toBe(400)
    await bench.expectUnpaid(order)
    expect((await post(paid.notifyUrl, right)).status).toBe(200)
    const { notifyUrl } = rig.wechat.transactions.get(order.attempt.attemptNo)!
    const before = rig.wechat.fetched()
    const { headers, body } = rig.wechat.notification('TRANSACTION.SUCCESS', {})
    for (let n = 0; n < 20; n++)
      expect((await post(notifyUrl, { headers: { ...headers, 'wechatpay-serial': `S${n}` }, body })).status).toBe(400)
    expect(rig.wechat.fetched()).toBeLessThanOrEqual(before + 1)
  })

  test('an unknown attempt is pending; an answer signed by another key is ignored', async () => {
    const { query } = drivers.wechat_native
    expect(await query!(rig.config, { attemptNo: 'NEVER', externalId: 'NEVER', payCurrency: 'CNY' })).toEqual({ kind: 'pending' })
    const order = await bench.checkedOut()
    const other = await startWechat()
    await other.stop()
    const config = { ...rig.config, public_key: other.config.public_key!, public_key_id: rig.wechat.serial }
    await expect(query!(config, order.attempt)).rejects.toThrow('did not sign')
    // A refusal too: it would say that the payment was never started.
    await expect(query!(config, { attemptNo: 'NEVER', externalId: 'NEVER', payCurrency: 'CNY' })).rejects.toThrow('did not sign')
  })
})
