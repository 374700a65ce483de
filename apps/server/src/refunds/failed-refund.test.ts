import { describe, expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'

const desk = await forFile(startPaymentDesk())

let serial = 0
const newId = (): string => `re_failed_${++serial}`
const nothing = { balance: 0, debt: 0 }

/** A month of 10.00, and a refund of it that waits for the gateway. */
async function underWay(amount: number) {
  const plan = await desk.t.plan()
  const bought = await desk.paid(month(plan))
  desk.gateway.behaviour = { fail: true }
  const refundNo = await desk.refund(bought.tradeNo, { amount })
  await desk.t.runJobs()
  desk.gateway.behaviour = {}
  return { ...bought, plan, fails: () => desk.reportRefund(bought.intent, amount, { id: newId(), refundNo, status: 'failed' }) }
}

describe('a chargeback during a refund that then fails', () => {
  test('takes the money that came back: it can be refunded no more, and nothing is owed', async () => {
    const { member, tradeNo, intent, fails } = await underWay(1000)
    const id = await desk.chargeBack(intent, 1000)
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 1000 })
    await fails()
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(await desk.room(tradeNo)).toBe(0)
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.isOver(member)).toBe(true)
    await desk.win(intent, 1000, id)
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await desk.room(tradeNo)).toBe(1000)
    expect(await desk.isOver(member)).toBe(false)
    expect(await desk.money(member)).toEqual(nothing)
  })

  test('what was used of it is still owed', async () => {
    const { member, tradeNo, intent, fails } = await underWay(1000)
    await desk.consume(member, 3 * 2 ** 30)
    await desk.chargeBack(intent, 1000)
    await fails()
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 300 })
    expect(await desk.room(tradeNo)).toBe(0)
  })

  test('other balance that was taken instead returns', async () => {
    const { member, intent, fails } = await underWay(1000)
    await desk.shop.give(member, 1500)
    await desk.chargeBack(intent, 1000)
    expect(await desk.money(member)).toEqual({ balance: 500, debt: 0 })
    await fails()
    expect(await desk.money(member)).toEqual({ balance: 1500, debt: 0 })
  })

  test('if it had cut the term, the money that comes back pays the debt', async () => {
    const { member, tradeNo, intent, fails } = await underWay(600)
    await desk.chargeBack(intent, 1000)
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 600 })
    expect(await desk.isOver(member)).toBe(true)
    await fails()
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.room(tradeNo)).toBe(0)
  })

  test('also if the refund was done, and has ended the term', async () => {
    const { member, tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
    const refundNo = await desk.refund(tradeNo, { amount: 1000 })
    await desk.t.runJobs()
    await desk.chargeBack(intent, 1000)
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 1000 })
    await desk.reportRefund(intent, 1000, { id: newId(), refundNo, status: 'failed' })
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(await desk.room(tradeNo)).toBe(0)
  })

  test('what it has taken already is not taken again, even if the refund had taken other money', async () => {
    const { t, paid, place, refund, chargeBack, reportRefund } = desk
    const [dear, cheap] = [await t.plan({ month_price: 1000 }), await t.plan({ month_price: 500 })]
    const { member, tradeNo, intent } = await paid({ topup_amount: 1000 })
    await place(member, { ...month(dear), use_balance: true })
    await paid({ topup_amount: 1000 }, member)
    const refundNo = await refund(tradeNo, { amount: 1000 })
    await t.runJobs()
    await chargeBack(intent, 500)
    expect(await desk.isOver(member)).toBe(true)
    await place(member, { ...month(cheap), use_balance: true })
    const returned = await paid({ topup_amount: 1000 }, member)
    await refund(returned.tradeNo, { amount: 1000 })
    await t.runJobs()
    await chargeBack(returned.intent, 1000)
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 1000 })
    await reportRefund(intent, 1000, { id: newId(), refundNo, status: 'failed' })
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.isOver(member), 'the second plan runs on').toBe(false)
  })

  test('also of a top-up, with its bonus', async () => {
    await desk.shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 5000, bonus: 500 }] })
    const { member, tradeNo, intent } = await desk.paid({ topup_amount: 5000 })
    const refundNo = await desk.refund(tradeNo, { amount: 5000 })
    await desk.chargeBack(intent, 5000)
    expect(await desk.money(member)).toEqual({ balance: 0, debt: 5000 })
    await desk.reportRefund(intent, 5000, { id: newId(), refundNo, status: 'failed' })
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 5000 })
    await desk.shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [] })
  })
})

test('a refund at the dashboard fails after a chargeback: the chargeback takes the money instead', async () => {
  const { member, tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
  const id = newId()
  await desk.reportRefund(intent, 1000, { id })
  await desk.chargeBack(intent, 1000)
  expect(await desk.money(member)).toEqual({ balance: 0, debt: 1000 })
  await desk.reportRefund(intent, 1000, { id, status: 'failed' })
  expect(await desk.money(member)).toEqual(nothing)
  expect(await desk.isOver(member)).toBe(true)
  expect(await desk.room(tradeNo)).toBe(0)
})

test('a part refunded at the dashboard fails after a chargeback that ended the order: nothing is owed', async () => {
  const { member, intent } = await desk.paid(month(await desk.t.plan()))
  const id = newId()
  await desk.reportRefund(intent, 400, { id })
  await desk.chargeBack(intent, 1000)
  expect(await desk.money(member)).toEqual({ balance: 0, debt: 400 })
  await desk.reportRefund(intent, 400, { id, status: 'failed' })
  expect(await desk.money(member)).toEqual(nothing)
  expect(await desk.isOver(member)).toBe(true)
})

test('a refund at the dashboard during one of ours that then fails is no loss of the site', async () => {
  const { tradeNo, intent, fails } = await underWay(1000)
  const site = await desk.shop.ledger('site')
  await desk.reportRefund(intent, 400, { id: newId() })
  expect(await desk.shop.ledger('site')).toBe(site - 400)
  await fails()
  expect(await desk.shop.ledger('site')).toBe(site)
  expect(await desk.order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 400 })
  expect(await desk.room(tradeNo)).toBe(600)
})

test('of two chargebacks of a payment, one is won: the other takes what came back', async () => {
  const { member, tradeNo, intent } = await desk.paid(month(await desk.t.plan()))
  const first = await desk.chargeBack(intent, 1000)
  await desk.chargeBack(intent, 1000)
  expect(await desk.money(member)).toEqual({ balance: 0, debt: 1000 })
  await desk.win(intent, 1000, first)
  expect(await desk.money(member)).toEqual(nothing)
  expect(await desk.isOver(member)).toBe(true)
  expect(await desk.room(tradeNo)).toBe(0)
})

describe('a refund that fails', () => {
  test('after a change of plan: the money is on the balance, and can be refunded from there', async () => {
    const { member, tradeNo, fails } = await underWay(400)
    const dear = await desk.t.plan({ month_price: 5000 })
    await desk.paid(month(dear), member)
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'absorbed', refunded_amount: 400 })
    expect(await desk.room(tradeNo)).toBe(600)
    await fails()
    expect(await desk.money(member)).toEqual({ balance: 400, debt: 0 })
    expect(await desk.room(tradeNo)).toBe(1000)
    await desk.refund(tradeNo, { amount: 400, end_term: false })
    await desk.t.runJobs()
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.room(tradeNo)).toBe(600)
  })

  test('after the change of plan that absorbed the order was undone: the order is as it was', async () => {
    const [basic, pro] = [await desk.t.plan({ year_price: 30_000 }), await desk.t.plan({ year_price: 40_000 })]
    const { member, tradeNo, intent } = await desk.paid(year(basic))
    const { tradeNo: change } = await desk.paid(year(pro), member)
    await desk.refund(change, { amount: 10_000 })
    await desk.t.runJobs()
    expect((await desk.shop.term(member)).planId).toBe(basic.id)
    const refundNo = await desk.refund(tradeNo, { amount: 30_000, end_term: false })
    await desk.t.runJobs()
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'refunded' })
    await desk.reportRefund(intent, 30_000, { id: newId(), refundNo, status: 'failed' })
    expect(await desk.order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await desk.room(tradeNo)).toBe(30_000)
  })

  test('after it undid a change of plan: the payment of the change is on the balance', async () => {
    const [basic, pro] = [await desk.t.plan({ year_price: 30_000 }), await desk.t.plan({ year_price: 40_000 })]
    const { member } = await desk.paid(year(basic))
    const { tradeNo: change, intent } = await desk.paid(year(pro), member)
    const refundNo = await desk.refund(change, { amount: 10_000 })
    await desk.t.runJobs()
    await desk.reportRefund(intent, 10_000, { id: newId(), refundNo, status: 'failed' })
    expect(await desk.money(member)).toEqual({ balance: 10_000, debt: 0 })
    expect(await desk.room(change)).toBe(10_000)
    await desk.chargeBack(intent, 10_000)
    expect(await desk.money(member)).toEqual(nothing)
    expect(await desk.room(change)).toBe(0)
  })
})

test('a refund of a change that was undone meanwhile, and whose dispute was won, puts its money on the balance when it fails', async () => {
  const [basic, pro] = [await desk.t.plan({ year_price: 30_000 }), await desk.t.plan({ year_price: 40_000 })]
  const { member } = await desk.paid(year(basic))
  const { tradeNo: change, intent } = await desk.paid(year(pro), member)
  desk.gateway.behaviour = { fail: true }
  const refundNo = await desk.refund(change, { amount: 4000, end_term: false })
  await desk.t.runJobs()
  desk.gateway.behaviour = {}
  const id = await desk.chargeBack(intent, 10_000)
  expect((await desk.shop.term(member)).planId).toBe(basic.id)
  await desk.win(intent, 10_000, id)
  const before = await desk.money(member)
  await desk.reportRefund(intent, 4000, { id: newId(), refundNo, status: 'failed' })
  expect(await desk.money(member)).toEqual({ balance: before.balance + 4000, debt: 0 })
})

test('after all of this the books have no fault', async () => {
  expect(await desk.faults()).toEqual([])
})
