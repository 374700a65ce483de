import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'

// Money row 3: refunds inside a chain of changes. Amounts in minor units, worked out by hand. The clock stands still, so that nothing but
// traffic is used.

const desk = await forFile(startPaymentDesk())
const { t, shop, method, paid, place, consume, refund, order, money, room, isOver } = desk
const planOf = async (member: Member) => (await shop.term(member)).planId

/** A year for 300.00, changed to a plan of 400.00 a year for 100.00 and a fee. */
async function upgraded(fee = 0) {
  const basic = await t.plan({ name: 'Basic', year_price: 30_000 })
  const pro = await t.plan({ name: 'Pro', year_price: 40_000, reset_price: 300 })
  const { member, tradeNo: first } = await paid(year(basic))
  await setFee(fee)
  const { tradeNo: change } = await paid(year(pro), member)
  await setFee(0)
  return { member, basic, pro, first, change }
}
const setFee = (fee_fixed: number) => shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { fee_fixed })

test('the first payment can be refunded after an upgrade, up to what is unused, and nothing beyond', async () => {
  const { member, pro, first, change } = await upgraded()
  expect([(await order(change)).total_amount, await room(first)]).toEqual([10_000, 30_000])
  expect(await desk.askRefund(first, { amount: 30_001 })).toMatchObject({ status: 409, body: { code: 'refund.too_much' } })
  await refund(first, { amount: 20_000, end_term: false })
  await t.runJobs()
  expect(await planOf(member), 'the plan stays').toBe(pro.id)
  expect(await order(first)).toMatchObject({ status: 'absorbed', refunded_amount: 20_000 })
  expect(await room(first)).toBe(10_000)
})

test('refunding the upgrade brings back the plan before it with its rest', async () => {
  const { member, basic, first, change } = await upgraded()
  const { ending } = (await shop.details(change)).refundable
  expect([ending.before.plan_name, ending.after.plan_name]).toEqual(['Pro', 'Basic'])
  expect(await desk.askRefund(change, { amount: 10_000 })).toMatchObject({ status: 200, body: { end_term: true } })
  await t.runJobs()
  const { planId, expiresAt } = await shop.term(member)
  expect([planId, expiresAt!.toISOString()]).toEqual([basic.id, ending.after.expires_at])
  expect((await order(change)).status).toBe('refunded')
  expect(await order(first)).toMatchObject({ status: 'completed', refunded_amount: 0, total_amount: 30_000 })
  expect(await room(first), 'all of the first payment is there again').toBe(30_000)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})

test('a refund after a downgrade takes the credit first', async () => {
  const [big, small] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 100 })]
  const { member, tradeNo: first } = await paid(year(big))
  expect((await order(await place(member, year(small)))).total_amount).toBe(0)
  expect(await money(member)).toEqual({ balance: 29_900, debt: 0 })
  expect(await room(first), 'the credit on the balance, and the part that is in the new order').toBe(30_000)
  await refund(first, { amount: 10_000, end_term: false })
  await t.runJobs()
  expect(await money(member)).toEqual({ balance: 19_900, debt: 0 })
  expect(await planOf(member)).toBe(small.id)
})

test('ending the term with a refund of the first payment returns what others paid to the balance', async () => {
  const { member, first } = await upgraded()
  await refund(first, { amount: await room(first), end_term: true })
  await t.runJobs()
  expect(await isOver(member)).toBe(true)
  expect(await money(member), 'the upgrade was paid, and nothing of it was used').toEqual({ balance: 10_000, debt: 0 })
})

test('undoing a change credits what was bought after it, and the dialog says how much', async () => {
  const { member, basic, pro, first, change } = await upgraded()
  await consume(member, pro.transferEnable)
  const { tradeNo: pack } = await paid({ plan_id: pro.id, period: 'reset_price' }, member)
  const { tradeNo: renewal } = await paid(year(pro), member)
  expect((await shop.details(change)).refundable.ending).toMatchObject({ after: { plan_name: 'Basic' }, credited: 40_300 })

  await refund(change, { way: 'manual', amount: 10_000 })
  expect(await planOf(member)).toBe(basic.id)
  expect(await money(member)).toEqual({ balance: 40_300, debt: 0 })
  for (const tradeNo of [pack, renewal]) expect((await order(tradeNo)).status).toBe('absorbed')
  expect(await room(renewal), 'its money is on the balance, and can still be returned').toBe(40_000)
  expect(await room(first)).toBe(30_000)
})

test('the fee of a change was never part of its price: shares leave it out', async () => {
  const { member, basic, first, change } = await upgraded(5000)
  expect(await room(first), 'nothing of the first payment is used').toBe(30_000)
  await refund(change, { way: 'manual', amount: 5000, end_term: true })
  expect(await planOf(member)).toBe(basic.id)
  expect(await money(member), 'the price of 100.00 without the 50.00 refunded').toEqual({ balance: 5000, debt: 0 })
  expect(await room(first)).toBe(30_000)
})

test('a change that is refunded in full, but stays, still holds the value of the plan before it', async () => {
  const { member, pro, first, change } = await upgraded(5000)
  await refund(change, { way: 'manual', amount: 15_000, end_term: false })
  expect(await planOf(member)).toBe(pro.id)
  expect(await order(change)).toMatchObject({ status: 'completed', refunded_amount: 15_000 })
  expect(await room(first)).toBe(30_000)
  const next = await place(member, year(await t.plan({ year_price: 50_000 })))
  expect(await order(next), 'the fee went with the refund').toMatchObject({ total_amount: 20_000 })
})

test('what is on balances consists of funds, and every order holds no more than it was paid', async () => {
  const { rows } = await t.database.db.execute(sql`
    select a.owner_id from ledger_accounts a
    left join (select account_id, currency, sum(amount) as sum from funds where order_id is null group by 1, 2) f
      on f.account_id = a.owner_id and f.currency = a.currency
    where a.kind = 'member' and a.balance <> coalesce(f.sum, 0)
    union all
    select o.id from orders o join (select order_id, sum(amount) as sum from funds group by 1) f on f.order_id = o.id
    where f.sum > o.total_amount + o.fee_amount + o.balance_amount + o.surplus_amount - o.credit_amount`)
  expect(rows).toEqual([])
})

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
