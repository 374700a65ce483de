import { afterEach, expect, test } from 'vitest'
import { driverCases, type Flaw, type Rig } from '../../test/gateways/driver-cases.ts'
import type { Heard, Sent } from '../../test/gateways/listen.ts'
import { HOUR, type Shop } from '../../test/gateways/shop.ts'
import { type FakeStripe, startStripe } from '../../test/gateways/stripe.ts'
import { disputeEvent, type DisputeState } from '../../test/gateways/stripe-dispute.ts'
import type { TestApp } from '../../test/harness.ts'
import { expireOrders } from '../orders/cancel-order.ts'

let stripe: FakeStripe
const sessionOf = (attemptNo: string) => [...stripe.sessions.values()].find(({ client_reference_id }) => client_reference_id === attemptNo)!

async function openRig({ app }: TestApp): Promise<Rig> {
  stripe = await startStripe({ now: () => app.now() })
  async function pay(attemptNo: string, { amount, currency, merchant, forged, unpaid, to }: Flaw = {}): Promise<Heard> {
    const session = sessionOf(attemptNo)
    if (!unpaid && !forged && !merchant) {
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: session['payment_intent'] ?? `pi_${attemptNo}` })
    }
    const changed = {
      ...session,
      ...(amount === undefined ? {} : { amount_total: amount }),
      ...(currency ? { currency: currency.toLowerCase() } : {}),
    }
    const otherwise = { ...(forged ? { secret: 'whsec_another_secret' } : {}), ...(to ? { url: to } : {}) }
    return stripe.deliver(stripe.event('checkout.session.completed', changed, merchant ? { livemode: true } : {}), otherwise)
  }
  return {
    driver: 'stripe',
    config: { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret, api_base: stripe.url },
    asked: { amount: 1000, currency: 'CNY' },
    answer: '{"received":true}',
    listenAt: (url) => void (stripe.webhookUrl = url),
    setDown: (down) => void (stripe.behaviour = { fail: down }),
    pay,
    underpaid: 'set aside',
    namesCurrency: true,
    calledAtCheckout: true,
    takeBack: (attemptNo, amount, refundNo) => refundEvent(attemptNo, amount, refundNo),
    returned: (attemptNo) => stripe.returned(String(sessionOf(attemptNo)['payment_intent'])),
    refundsParts: true,
    stop: stripe.stop,
  }
}
const bench = await driverCases('stripe', openRig)
const { t, shop, verified } = bench
afterEach(() => {
  stripe.behaviour = {}
})

/** An order checked out with Stripe, and its session there. */
async function checkedOut(values: Parameters<Shop['stripe']>[1] = {}) {
  const method = await shop.stripe(stripe, values)
  const { member, tradeNo } = await shop.order()
  const { status, body } = await shop.checkout(member, tradeNo, method)
  expect(status, JSON.stringify(body)).toBe(200)
  const session = stripe.sessions.get(body.data.split('/').at(-1))!
  return { method, member, tradeNo, session }
}
/** The event that would settle the session, with changes to the session or to the event. */
const paid = (session: object, changes: object = {}, event: object = {}, type = 'checkout.session.completed'): string =>
  stripe.event(type, { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1', ...changes }, event)

test('events before the money arrives open nothing, nor do those of other applications; both events of a delayed payment, repeated, are booked once', async () => {
  const { member, tradeNo, session } = await checkedOut()
  const final = (changes: object = {}, type?: string): string => paid(session, changes, {}, type)
  const early = [
    ...['expired', 'async_payment_failed'].map((what) => final({}, `checkout.session.${what}`)),
    ...['payment_intent.created', 'charge.succeeded'].map((type) => final({}, type)),
    final({ payment_status: 'unpaid' }),
    final({ metadata: {}, client_reference_id: null }),
  ]
  for (const event of early) expect(await stripe.deliver(event)).toEqual({ status: 200, body: '{"received":true}' })
  expect(await shop.status(member, tradeNo)).toBe('pending')
  for (const event of [final({}, 'checkout.session.async_payment_succeeded'), final(), final()]) {
    expect((await stripe.deliver(event)).status).toBe(200)
    expect(await shop.status(member, tradeNo)).toBe('processing')
  }
  expect((await shop.details(tradeNo)).receipts).toHaveLength(1)
})

test('an event too old or without a signature is refused', async () => {
  const { member, tradeNo, session, method } = await checkedOut()
  const now = Math.floor(t.app.now().getTime() / 1000)
  expect((await stripe.deliver(paid(session), { at: now - 301 })).status).toBe(400)
  expect((await fetch(method.notify_url, { method: 'POST', body: paid(session) })).status).toBe(400)
  expect(await shop.status(member, tradeNo)).toBe('pending')
  expect((await stripe.deliver(paid(session), { at: now - 240 })).status).toBe(200)
})

test('a sandbox event does not confirm a live order, even signed with the right secret', async () => {
  const live = await startStripe({ live: true, now: () => t.app.now() })
  const method = await shop.stripe(live)
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  const session = live.sessions.get(body.data.split('/').at(-1))!
  const complete = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_2' }
  expect((await live.deliver(live.event('checkout.session.completed', complete, { livemode: false }))).status).toBe(400)
  expect(await shop.status(member, tradeNo)).toBe('pending')
  expect((await live.pay(session.id)).status).toBe(200)
  expect(await shop.status(member, tradeNo)).toBe('processing')
  await live.stop()
})

test('a session is for the exact amount and lives as long as Stripe requires, also for an order with little time left, and is closed when its order is cancelled or expires', async () => {
  const [cancelled, expired] = [await checkedOut(), await checkedOut()]
  const back = `${t.base}/pay_return_url?order=${cancelled.tradeNo}`
  expect(cancelled.session).toMatchObject({ amount_total: 1000, currency: 'cny', success_url: back })
  expect(Number(cancelled.session['expires_at'])).toBeGreaterThanOrEqual(Math.floor(t.app.now().getTime() / 1000) + 30 * 60)
  await cancelled.member.call('POST', '/muser/order/cancel', { trade_no: cancelled.tradeNo })
  await t.runJobs()
  expect(cancelled.session.status).toBe('expired')
  expect(expired.session.status).toBe('open')
  const little = await shop.order()
  t.travel(HOUR / 3)
  expect((await shop.checkout(little.member, little.tradeNo, expired.method)).body.type).toBe(1)
  t.travel((HOUR * 2) / 3)
  await expireOrders(t.database, t.app.now())
  await t.runJobs()
  expect(expired.session.status).toBe('expired')
  expect((await shop.details(expired.tradeNo)).attempts).toMatchObject([{ status: 'expired' }])
})

test('closing a session is retried while Stripe fails, and skipped when there is nothing to close', async () => {
  const waiting = async () =>
    (await t.database.pool.query(`select attempts, last_error from graphile_worker.jobs where task_identifier = 'close_attempts'`)).rows
  const [failing, late] = [await checkedOut(), await checkedOut()]
  stripe.behaviour = { fail: true }
  await failing.member.call('POST', '/muser/order/cancel', { trade_no: failing.tradeNo })
  await t.runJobs()
  await expect.poll(waiting).toEqual([{ attempts: 1, last_error: 'Something is broken' }])
  stripe.behaviour = {}
  await t.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await t.runJobs()
  await expect.poll(waiting).toEqual([])
  expect(failing.session.status).toBe('expired')
  // Paid at Stripe, and the webhook still on its way.
  late.session.status = 'complete'
  await late.member.call('POST', '/muser/order/cancel', { trade_no: late.tradeNo })
  await t.runJobs()
  await expect.poll(waiting).toEqual([])
  for (const _ of [1, 2]) expect((await stripe.deliver(paid(late.session, { payment_intent: 'pi_late' }))).status).toBe(200)
  expect(await shop.balance(late.member, late.tradeNo)).toBe(1000)
})

test('when an order is paid, its other session is closed', async () => {
  const first = await checkedOut()
  const other = await shop.stripe(stripe)
  await shop.checkout(first.member, first.tradeNo, other)
  const second = [...stripe.sessions.values()].at(-1)!
  stripe.webhookUrl = first.method.notify_url
  await stripe.pay(first.session.id)
  await t.runJobs()
  expect([first.session.status, second.status]).toEqual(['complete', 'expired'])
})

test('an order cancelled while the gateway is called gets no payment link, and the session is closed', async () => {
  const method = await shop.stripe(stripe)
  const { member, tradeNo } = await shop.order()
  stripe.behaviour = {
    before: async () => {
      stripe.behaviour = {}
      await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
      await t.runJobs()
    },
  }
  expect((await shop.checkout(member, tradeNo, method)).body.code).toBe('order.wrong_status')
  const session = [...stripe.sessions.values()].at(-1)!
  expect(session.status).toBe('open')
  await t.runJobs()
  expect(session.status).toBe('expired')
})

test('a gateway that refuses or does not answer leaves the order unchanged', async () => {
  const method = await shop.stripe(stripe)
  const { member, tradeNo } = await shop.order()
  const wrongKey = { secret_key: 'sk_test_wrong', webhook_secret: stripe.webhookSecret, api_base: stripe.url }
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { config: wrongKey })
  expect((await shop.checkout(member, tradeNo, method)).body.code).toBe('payment.gateway_failed')
  const nobodyListens = { ...wrongKey, api_base: 'http://127.0.0.1:9' }
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { config: nobodyListens })
  const failed = await shop.checkout(member, tradeNo, method)
  expect([failed.status, failed.body.code]).toEqual([409, 'payment.gateway_failed'])
  const { order, attempts } = await shop.details(tradeNo)
  expect(order.status).toBe('pending')
  expect(attempts).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
})

test.each([
  ['JPY', 200_000, 'jpy', 200],
  ['ISK', 190_001, 'isk', 19_100],
  ['USD', 140_001, 'usd', 141],
])('a payment in %s is charged, compared and booked in that currency', async (currency, exchange_rate, sent, amount) => {
  const { tradeNo, member, session, method } = await checkedOut({ currency, exchange_rate })
  expect(session).toMatchObject({ currency: sent, amount_total: amount })
  await stripe.pay(session.id)
  expect(await shop.status(member, tradeNo)).toBe('processing')
  expect(await shop.ledger('gateway', method.id)).toBe(-1000)
})

test('a new rate makes a new session; a payment at the old rate still settles', async () => {
  const { member, tradeNo, session, method } = await checkedOut({ currency: 'USD', exchange_rate: 140_000 })
  expect((await shop.checkout(member, tradeNo, method)).body.data).toBe(session['url'])
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { exchange_rate: 150_000 })
  const dearer = (await shop.checkout(member, tradeNo, method)).body
  expect(stripe.sessions.get(dearer.data.split('/').at(-1))).toMatchObject({ amount_total: 150 })
  await stripe.pay(session.id)
  expect(await shop.status(member, tradeNo)).toBe('processing')
})

function refundEvent(attemptNo: string, amount: number, refundNo: string | null, status = 'succeeded'): Sent {
  const about = { object: 'refund', amount, currency: 'cny', payment_intent: sessionOf(attemptNo)['payment_intent'], status }
  return stripe.sign(stripe.event('refund.updated', { id: `re_${refundNo}`, ...about, metadata: refundNo ? { refund_no: refundNo } : {} }))
}

test('refunds and disputes are reported by what they did; a refund still pending is not', async () => {
  const order = await bench.checkedOut()
  await bench.rig.pay(order.attempt.attemptNo)
  const intent = sessionOf(order.attempt.attemptNo)['payment_intent']
  expect(await verified(refundEvent(order.attempt.attemptNo, 400, null))).toMatchObject({
    kind: 'reversed',
    reversal: { refundNo: null, amount: 400 },
  })
  expect(await verified(refundEvent(order.attempt.attemptNo, 400, null, 'pending'))).toMatchObject({ kind: 'ignored' })
  const failed = refundEvent(order.attempt.attemptNo, 400, null, 'failed')
  expect(await verified(failed)).toMatchObject({ kind: 'refund_failed', refund: { callbackNo: intent, amount: 400 } })
  const [due, at] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-11-21T12:00:00Z')]
  const reported = (type: string, state: DisputeState) =>
    verified(stripe.sign(disputeEvent(stripe, type, String(intent), 1000, { id: 'dp_1', due, at, ...state })))
  const about = { disputeNo: 'dp_1', callbackNo: intent, amount: 1000, currency: 'CNY', at, reason: 'fraudulent' }
  const expected = [
    ['created', { status: 'warning_needs_response', moved: 0 }, { status: 'inquiry', money: null, deadline: due }],
    ['updated', { status: 'warning_under_review', moved: 0 }, { status: 'under_review', money: null, deadline: null }],
    ['closed', { status: 'warning_closed', moved: 0 }, { status: 'closed', money: null, deadline: null }],
    ['created', { status: 'needs_response', moved: 1 }, { status: 'needs_response', money: 'withdrawn', deadline: due }],
    ['funds_withdrawn', { status: 'needs_response', moved: 0 }, { status: 'needs_response', money: 'withdrawn' }],
    ['closed', { status: 'lost', moved: 1 }, { status: 'lost', money: 'withdrawn', deadline: null }],
    ['closed', { status: 'won', moved: 1 }, { status: 'won', money: 'withdrawn' }],
    ['funds_reinstated', { status: 'won', moved: 1 }, { status: 'won', money: 'reinstated' }],
    ['closed', { status: 'won', moved: 2 }, { status: 'won', money: 'reinstated' }],
  ] as const
  for (const [type, state, dispute] of expected) {
    expect(await reported(type, state), `${type} ${state.status}`).toMatchObject({ kind: 'disputed', dispute: { ...about, ...dispute } })
  }
  expect(await reported('updated', { status: 'something_new' })).toMatchObject({ kind: 'rejected' })
})

test('a method without a webhook secret can be created and takes payers, but refuses every event', async () => {
  const { webhook_secret: _, ...config } = bench.rig.config
  const method = await shop.method({ driver: 'stripe', config })
  const { member, tradeNo } = await shop.order()
  expect((await shop.checkout(member, tradeNo, method)).status).toBe(200)
  stripe.webhookUrl = method.notify_url
  const session = [...stripe.sessions.values()].at(-1)!
  expect((await stripe.pay(session.id)).status).toBe(400)
  expect(await shop.status(member, tradeNo)).toBe('pending')
})

test('a method can be limited to one way to pay', async () => {
  const { member, tradeNo } = await shop.order()
  for (const payment_method of ['card', 'alipay', 'wechat_pay']) {
    const method = await shop.method({ driver: 'stripe', config: { ...bench.rig.config, payment_method } })
    expect((await shop.checkout(member, tradeNo, method)).status).toBe(200)
    expect([...stripe.sessions.values()].at(-1)!['payment_method_types']).toEqual([payment_method])
  }
})
