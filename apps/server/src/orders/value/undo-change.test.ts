import { expect, test } from 'vitest'
import { openShop } from '../../../test/gateways/shop.ts'
import { startStripe } from '../../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { timeMachine } from '../../../test/time-machine.ts'

// Amounts in minor units. The clock stands still, so that nothing but traffic is used.

let serial = 0
const clock = new Date()

const [t, gateway] = await Promise.all([forFile(startApp({ now: () => clock })), forFile(startStripe({ now: () => clock }))])
const shop = await openShop(t)

const refund = (tradeNo: string, body: Record<string, unknown>) =>
  shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: `UNDOREFUND${String(++serial).padStart(6, '0')}`,
    reason: 'asked for it',
    way: 'manual',
    ...body,
  })
const balanceOf = (member: Member) => shop.ledger('member', member.id)
const planOf = async (member: Member) => (await shop.term(member)).planId
const refundable = async (tradeNo: string) => (await shop.details(tradeNo)).refundable

async function place(member: Member, planId: number, period = 'year_price'): Promise<string> {
  return (await member.call('POST', '/muser/order/save', { plan_id: planId, period, use_balance: false })).body.trade_no
}

async function buy(member: Member, planId: number, period = 'year_price'): Promise<string> {
  const tradeNo = await place(member, planId, period)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  return tradeNo
}

/** A year for 300.00, changed to a plan of 400.00 a year for 100.00. */
async function upgraded() {
  const member = await t.member()
  const basic = await t.plan({ year_price: 30_000 })
  const pro = await t.plan({ year_price: 40_000, reset_price: 300 })
  const first = await buy(member, basic.id)
  const change = await buy(member, pro.id)
  return { member, basic, pro, first, change }
}

async function expectSound(): Promise<void> {
  expect((await shop.admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
}

test('undoing a change credits what was bought after it, and the dialog says how much', async () => {
  const { member, basic, pro, first, change } = await upgraded()
  await timeMachine(t).use(member, pro.transferEnable, clock)
  const pack = await buy(member, pro.id, 'reset_price')
  const renewal = await buy(member, pro.id)
  expect((await refundable(change)).ending).toMatchObject({ after: { plan_name: basic.name }, credited: 40_300 })

  expect(await refund(change, { amount: 10_000 })).toMatchObject({ status: 200, body: { end_term: true } })
  expect(await planOf(member)).toBe(basic.id)
  expect(await balanceOf(member)).toBe(40_300)
  for (const tradeNo of [pack, renewal]) expect((await shop.details(tradeNo)).order.status).toBe('absorbed')
  expect(await refundable(renewal), 'its money is on the balance, and can still be returned').toMatchObject({ total: 40_000 })
  expect((await refundable(first)).total).toBe(30_000)
  await expectSound()
})

test('the fee of a change was never part of its price: shares leave it out', async () => {
  const member = await t.member()
  const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
  const method = await shop.stripe(gateway, { fee_fixed: 5000 })
  const first = await buy(member, basic.id)
  const change = await place(member, pro.id)
  const started = await shop.checkout(member, change, method)
  await gateway.pay(new URL(started.body.data).pathname.split('/').at(-1)!)
  await t.runJobs()
  expect((await refundable(first)).total, 'nothing of the first payment is used').toBe(30_000)

  expect(await refund(change, { amount: 5000, end_term: true })).toMatchObject({ status: 200 })
  expect(await planOf(member)).toBe(basic.id)
  expect(await balanceOf(member), 'the price of 100.00 without the 50.00 refunded').toBe(5000)
  expect((await refundable(first)).total).toBe(30_000)
  await expectSound()
})

test('a change that is refunded in full, but stays, still holds the value of the plan before it', async () => {
  const member = await t.member()
  const [basic, pro, other] = [
    await t.plan({ year_price: 30_000 }),
    await t.plan({ year_price: 40_000 }),
    await t.plan({ year_price: 50_000 }),
  ]
  const method = await shop.stripe(gateway, { fee_fixed: 5000 })
  const first = await buy(member, basic.id)
  const change = await place(member, pro.id)
  const started = await shop.checkout(member, change, method)
  await gateway.pay(new URL(started.body.data).pathname.split('/').at(-1)!)
  await t.runJobs()

  expect(await refund(change, { amount: 15_000, end_term: false })).toMatchObject({ status: 200 })
  expect(await planOf(member)).toBe(pro.id)
  expect((await shop.details(change)).order).toMatchObject({ status: 'completed', refunded_amount: 15_000 })
  expect((await refundable(first)).total).toBe(30_000)
  const next = await place(member, other.id)
  expect((await shop.details(next)).order, 'the fee went with the refund').toMatchObject({ total_amount: 20_000 })
  await expectSound()
})
