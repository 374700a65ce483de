import { expect, test } from 'vitest'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { forFile } from '../../test/harness.ts'

const desk = await forFile(startPaymentDesk())

let serial = 0
const ask = (tradeNo: string, body: object) =>
  desk.shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: `ASKREFUND${String(++serial).padStart(6, '0')}`,
    reason: 'asked for it',
    amount: 1000,
    ...body,
  })

test.each(['gateway', 'manual', 'balance'])(
  'while a dispute of the payment is open, a refund by %s needs a word, because the money could go twice',
  async (way) => {
    const { tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
    const id = newDispute()
    const inquiry = { at: desk.now(), id, status: 'warning_needs_response', moved: 0 } as const
    await desk.gateway.deliver(disputeEvent(desk.gateway, 'created', intent, 1000, inquiry))
    expect((await desk.shop.details(tradeNo)).refundable).toMatchObject({ total: 1000, disputed: true })
    expect(await ask(tradeNo, { way })).toMatchObject({ status: 409, body: { code: 'refund.disputed' } })
    expect(await desk.room(tradeNo)).toBe(1000)
    expect((await ask(tradeNo, { way, despite_dispute: true })).status).toBe(200)
  },
)

test('a dispute that is over asks nothing', async () => {
  const { tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
  const id = newDispute()
  for (const status of ['warning_needs_response', 'warning_closed'] as const) {
    const at = desk.now()
    const type = status === 'warning_closed' ? 'closed' : 'created'
    await desk.gateway.deliver(disputeEvent(desk.gateway, type, intent, 1000, { at, id, status, moved: 0 }))
    desk.pass(1000)
  }
  expect((await desk.shop.details(tradeNo)).refundable).toMatchObject({ disputed: false })
  expect((await ask(tradeNo, { way: 'gateway' })).status).toBe(200)
})

test('a refund that the gateway refuses shows the gateway’s own reason', async () => {
  const { tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
  // Refunded at the dashboard, which Stripe has not reported yet.
  const refund = {
    id: 're_before',
    object: 'refund',
    amount: 1000,
    currency: 'cny',
    payment_intent: intent,
    status: 'succeeded',
    metadata: {},
  } as const
  desk.gateway.refunds.set(refund.id, refund)
  await ask(tradeNo, { way: 'gateway' })
  await desk.t.runJobs()
  const { refunds } = await desk.shop.details(tradeNo)
  expect(refunds).toMatchObject([{ status: 'failed', refusal: expect.stringContaining('greater than') }])
})

test('a refund that fails later shows why', async () => {
  const { tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
  const refundNo = await desk.refund(tradeNo, { amount: 1000 })
  await desk.t.runJobs()
  const refund = { id: 're_late', object: 'refund', amount: 1000, currency: 'cny', payment_intent: intent, status: 'failed' } as const
  const failed = { ...refund, failure_reason: 'expired_or_canceled_card', metadata: { refund_no: refundNo } }
  await desk.gateway.deliver(desk.gateway.event('refund.failed', failed))
  expect((await desk.shop.details(tradeNo)).refunds).toMatchObject([{ status: 'failed', refusal: 'expired_or_canceled_card' }])
})

test('an order that a change absorbed without credit can be made good from its payment, and the change goes on', async () => {
  await desk.shop.admin.call('PATCH', '/admin/settings', { 'change.surplus': false })
  const [plan, other] = [await desk.t.plan(), await desk.t.plan()]
  const { member, tradeNo } = await desk.paid(month(plan))
  const change = await desk.paid(month(other), member)
  await desk.shop.admin.call('PATCH', '/admin/settings', { 'change.surplus': true })
  expect(await desk.order(tradeNo)).toMatchObject({ status: 'absorbed' })
  expect(await desk.room(tradeNo)).toBe(1000)
  expect((await ask(tradeNo, { way: 'balance', amount: 400 })).status).toBe(200)
  expect((await ask(tradeNo, { way: 'gateway', amount: 601 })).body).toMatchObject({ code: 'refund.too_much' })
  expect((await ask(tradeNo, { way: 'gateway', amount: 600 })).status).toBe(200)
  await desk.t.runJobs()
  expect(await desk.money(member)).toEqual({ balance: 400, debt: 0 })
  expect([await desk.room(tradeNo), await desk.isOver(member)]).toEqual([0, false])
  expect(await desk.order(change.tradeNo)).toMatchObject({ status: 'completed' })
  expect(await desk.faults()).toEqual([])
})
