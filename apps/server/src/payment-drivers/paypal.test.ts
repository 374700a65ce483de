import { expect, test } from 'vitest'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import { post } from '../../test/gateways/listen.ts'
import { type FakePaypal, startPaypal } from '../../test/gateways/paypal.ts'
import { drivers } from './drivers.ts'

let paypal: FakePaypal
const usd = (amount: number) => ({ currency_code: 'USD', value: (amount / 100).toFixed(2) })

async function openRig(): Promise<Rig> {
  paypal = await startPaypal()
  async function pay(attemptNo: string, { amount, currency, merchant, forged, unpaid, to }: Flaw = {}) {
    const order = paypal.find(attemptNo)
    if (amount !== undefined) order.amount = usd(amount)
    if (currency) order.amount = { ...order.amount, currency_code: currency, value: '2' }
    if (unpaid) return post(to ?? paypal.webhookUrl, paypal.event('CHECKOUT.ORDER.SAVED', { id: order.id }))
    if (forged) return paypal.approve(attemptNo, to, { key: paypal.otherKey })
    return paypal.approve(attemptNo, to, merchant ? { webhook: 'WH0000000000000001' } : {})
  }
  return {
    driver: 'paypal',
    config: paypal.config,
    method: { currency: 'USD', exchange_rate: 140_000 },
    asked: { amount: 140, currency: 'USD' },
    answer: '{"received":true}',
    listenAt: (url) => void (paypal.webhookUrl = url),
    setDown: (down) => void (paypal.state.down = down),
    pay,
    underpaid: 'set aside',
    namesCurrency: true,
    calledAtCheckout: true,
    takeBack(attemptNo, amount, refundNo) {
      const { capture } = paypal.find(attemptNo)
      return paypal.event('PAYMENT.CAPTURE.REFUNDED', paypal.giveBack(capture!, usd(amount), refundNo, refundNo))
    },
    returned: paypal.returned,
    refundsParts: true,
    stop: paypal.stop,
  }
}
const bench = await driverCases('paypal', openRig)

const disputeOf = (capture: string) => ({
  dispute_id: `PP-${capture}`,
  update_time: '2026-11-21T13:00:00Z',
  disputed_transactions: [{ seller_transaction_id: capture }],
  dispute_amount: usd(140),
})

test('a capture that PayPal also reports itself is booked once; a dispute is booked as a chargeback', async () => {
  const order = await bench.checkedOut()
  await paypal.approve(order.attempt.attemptNo)
  expect((await paypal.notifyCapture(order.attempt.attemptNo)).status).toBe(200)
  expect((await bench.shop.details(order.tradeNo)).receipts).toHaveLength(1)
  const { capture } = paypal.find(order.attempt.attemptNo)
  const reversed = paypal.event('PAYMENT.CAPTURE.REVERSED', paypal.giveBack(capture!, usd(140), capture!.invoice_id, 'dispute'))
  expect(await bench.verified(reversed)).toMatchObject({
    kind: 'reversed',
    reversal: { cause: 'chargeback', amount: 140, callbackNo: capture!.id, refundNo: null },
  })
})

test('a card declined at the capture opens nothing, and PayPal does not repeat the event; a capture that PayPal’s API does not confirm opens nothing, though the event is genuine; without the webhook id, every notification is refused', async () => {
  const order = await bench.checkedOut()
  paypal.declines = true
  expect((await paypal.approve(order.attempt.attemptNo)).status).toBe(200)
  paypal.declines = false
  await bench.expectUnpaid(order)
  const resource = { id: 'ELSEWHERE', status: 'COMPLETED', amount: usd(140), custom_id: order.attempt.attemptNo }
  expect((await post(order.method.notify_url, paypal.event('PAYMENT.CAPTURE.COMPLETED', resource))).status).toBe(400)
  await bench.expectUnpaid(order)
  const { webhook_id: _, ...config } = paypal.config
  await bench.shop.admin.call('PATCH', `/admin/payment-methods/${order.method.id}`, { config })
  expect((await paypal.approve(order.attempt.attemptNo)).status).toBe(400)
  await bench.expectUnpaid(order)
})

test('an order of another shop on the same account is not captured', async () => {
  const order = await bench.checkedOut()
  const theirs = paypal.find(order.attempt.attemptNo)
  theirs.invoice_id = 'SHOP-1'
  expect((await paypal.approve(order.attempt.attemptNo)).status).toBe(200)
  expect(theirs.capture).toBeNull()
})

test('an expired access token is replaced; an approval whose webhook was lost is captured when the order is queried', async () => {
  const order = await bench.checkedOut()
  paypal.forgetTokens()
  expect(await drivers.paypal.query!(bench.rig.config, order.attempt)).toEqual({ kind: 'pending' })
  await expect(drivers.paypal.query!({ ...bench.rig.config, client_secret: 'wrong' }, order.attempt)).rejects.toThrow('401')
  paypal.find(order.attempt.attemptNo).status = 'APPROVED'
  const first = await drivers.paypal.query!(bench.rig.config, order.attempt)
  expect(first).toMatchObject({ kind: 'paid', payment: { attemptNo: order.attempt.attemptNo, amount: 140, currency: 'USD' } })
  expect(await drivers.paypal.query!(bench.rig.config, order.attempt)).toEqual(first)
})

test('a dispute is reported with its stage, deadline and outcome; only an outcome for us brings money back', async () => {
  const at = '2026-11-21T12:00:00.000Z'
  const verified = (type: string, state: object) => {
    const resource = { ...disputeOf('CAPTURE1'), dispute_id: 'PP-D-1', update_time: at, reason: 'UNAUTHORISED', ...state }
    return bench.verified(paypal.event(`CUSTOMER.DISPUTE.${type}`, resource))
  }
  const due = '2026-12-01T00:00:00.000Z'
  const about = { disputeNo: 'PP-D-1', callbackNo: 'CAPTURE1', amount: 140, currency: 'USD', reason: 'unauthorised', at: new Date(at) }
  const [inquiry, claim] = [{ dispute_life_cycle_stage: 'INQUIRY' }, { dispute_life_cycle_stage: 'CHARGEBACK' }]
  const resolved = (code: string) => ({ status: 'RESOLVED', dispute_outcome: { outcome_code: code } })
  const cases = [
    ['CREATED', { ...inquiry, status: 'OPEN', seller_response_due_date: due }, { status: 'inquiry', deadline: new Date(due), money: null }],
    ['UPDATED', { ...claim, status: 'WAITING_FOR_SELLER_RESPONSE' }, { status: 'needs_response', deadline: null, money: null }],
    ['UPDATED', { ...claim, status: 'UNDER_REVIEW', seller_response_due_date: due }, { status: 'under_review', deadline: null }],
    ['RESOLVED', { ...claim, ...resolved('RESOLVED_SELLER_FAVOUR') }, { status: 'won', money: 'reinstated' }],
    ['RESOLVED', { ...claim, ...resolved('RESOLVED_BUYER_FAVOUR') }, { status: 'lost', money: null }],
    ['RESOLVED', { ...claim, ...resolved('RESOLVED_WITH_PAYOUT') }, { status: 'closed', money: null }],
    ['RESOLVED', { ...inquiry, ...resolved('CANCELED_BY_BUYER') }, { status: 'closed', money: null }],
  ] as const
  for (const [type, state, expected] of cases) {
    expect(await verified(type, state), JSON.stringify(state)).toMatchObject({ kind: 'disputed', dispute: { ...about, ...expected } })
  }
  expect((await verified('CREATED', { ...inquiry, status: 'OPEN', disputed_transactions: [] })).kind).toBe('rejected')
})

test('money taken for a dispute comes back when it is won, in whatever order PayPal reports the two', async () => {
  const outcome = {
    status: 'RESOLVED',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
  }
  for (const wonFirst of [false, true]) {
    const order = await bench.checkedOut()
    await paypal.approve(order.attempt.attemptNo)
    await bench.t.runJobs()
    const { capture } = paypal.find(order.attempt.attemptNo)
    const given = paypal.giveBack(capture!, usd(140), capture!.invoice_id, 'dispute')
    const taken = paypal.event('PAYMENT.CAPTURE.REVERSED', { ...given, create_time: '2026-11-21T12:00:00Z' })
    const won = paypal.event('CUSTOMER.DISPUTE.RESOLVED', { ...disputeOf(capture!.id), ...outcome })
    for (const sent of wonFirst ? [won, taken] : [taken, won]) {
      expect((await post(order.method.notify_url, sent)).status).toBe(200)
    }
    expect((await bench.shop.details(order.tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await bench.shop.ledger('gateway', order.method.id)).toBe(-1000)
  }
})
