import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { beginTerms } from '../orders/terms/begin-terms.ts'
import { plans } from '../plans/plans.table.ts'

const GB = 2 ** 30
const DAY = 24 * HOUR
const desk = await forFile(startPaymentDesk())
const { t, shop, gateway, method, paid, place, pay, refund, reportRefund, chargeBack, win } = desk
const { consume, traffic, order, money, room, isOver, pass } = desk

test('a chargeback of the first payment leaves the change of plan as it was paid', async () => {
  const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
  const { member, tradeNo: first, intent } = await paid(year(basic))
  const { tradeNo: change } = await paid(year(pro), member)
  await chargeBack(intent, 30_000)
  expect(await order(first)).toMatchObject({ status: 'refunded', refunded_amount: 30_000 })
  expect(await order(change)).toMatchObject({ status: 'completed', refunded_amount: 0 })
  expect(await isOver(member)).toBe(true)
  expect(await money(member), 'the payment of the change').toEqual({ balance: 10_000, debt: 0 })
  expect(await room(change), 'it can be refunded from the balance').toBe(10_000)
  await refund(change, { amount: 10_000 })
  await t.runJobs()
  expect(await order(change)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})

test('a chargeback of a payment that came once more, and went to the balance, leaves the change of plan', async () => {
  const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
  const { member } = await paid(year(basic))
  const change = await place(member, year(pro))
  const sessionOf = async (by: { id: number }): Promise<string> =>
    new URL((await shop.checkout(member, change, by)).body.data).pathname.split('/').at(-1)!
  const url = gateway.webhookUrl
  const late = await sessionOf(method)
  await gateway.pay(await sessionOf(await shop.stripe(gateway)))
  gateway.webhookUrl = url
  await gateway.pay(late)
  await t.runJobs()
  expect(await money(member)).toEqual({ balance: 10_000, debt: 0 })
  await chargeBack(String(gateway.sessions.get(late)!['payment_intent']), 10_000)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await order(change)).toMatchObject({ status: 'completed', refunded_amount: 0 })
  expect((await shop.term(member)).planId).toBe(pro.id)
  expect(await isOver(member)).toBe(false)
})

test('a chargeback of money that a refund had put on the balance is not counted twice', async () => {
  const { member, tradeNo, intent } = await paid(month(await t.plan()))
  await refund(tradeNo, { way: 'balance', amount: 400, end_term: false })
  await refund(tradeNo, { way: 'manual', amount: 300, end_term: false })
  const id = await chargeBack(intent, 400)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await order(tradeNo), 'it still holds 3.00').toMatchObject({ status: 'completed', refunded_amount: 700 })
  expect(await isOver(member)).toBe(false)
  expect(await room(tradeNo)).toBe(300)
  await win(intent, 400, id)
  expect(await money(member)).toEqual({ balance: 400, debt: 0 })
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 700 })
})

test('nor is what exceeded the order, and went to the balance', async () => {
  const member = await t.member()
  const tradeNo = await place(member, month(await t.plan()))
  const intent = await pay(member, tradeNo, 1200)
  const [receipt] = (await shop.details(tradeNo)).receipts
  await shop.admin.call('POST', `/admin/receipts/${receipt.id}/resolution`, { resolution: 'settled', note: 'paid' })
  await t.runJobs()
  expect(await money(member)).toEqual({ balance: 200, debt: 0 })
  await chargeBack(intent, 200)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
})

test('nor if that money bought another plan meanwhile', async () => {
  const { member, tradeNo, intent } = await paid(month(await t.plan()))
  await refund(tradeNo, { way: 'balance', amount: 400, end_term: true })
  const bought = await place(member, { ...month(await t.plan({ month_price: 400 })), use_balance: true })
  await consume(member, 5 * GB)
  await chargeBack(intent, 200)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await isOver(member)).toBe(true)
  expect(await order(bought)).toMatchObject({ status: 'completed', refunded_amount: 200 })
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 400 })
})

test('a refund made at the gateway during a dispute takes its amount once, also when the dispute is won', async () => {
  const { member, tradeNo, intent } = await paid(month(await t.plan()))
  await consume(member, 10 * GB)
  const id = await chargeBack(intent, 1000)
  expect(await money(member), 'all of it was used').toEqual({ balance: 0, debt: 1000 })
  const site = await shop.ledger('site')
  await reportRefund(intent, 400, { id: 're_during_dispute' })
  expect(await shop.ledger('site'), 'the order still holds it').toBe(site)
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await order(tradeNo)).toMatchObject({ refunded_amount: 400 })
  expect(await room(tradeNo)).toBe(600)
})

test('the bonus of a top-up is taken too, from the order that it bought; a dispute won returns it', async () => {
  await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 10_000, bonus: 5000 }] })
  const plan = await t.plan({ year_price: 15_000 })
  const { member, intent } = await paid({ topup_amount: 10_000 })
  await place(member, { ...year(plan), use_balance: true })
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  const id = await chargeBack(intent, 10_000)
  expect([await isOver(member), await money(member)]).toEqual([true, { balance: 0, debt: 0 }])
  const site = await shop.ledger('site')
  await win(intent, 10_000, id)
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 15_000, debt: 0 })
  expect(await shop.ledger('site')).toBe(site - 5000)
  await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [] })
})

test('a permanent plan that was bought again goes on if its first payment is refunded or charged back, and ends with the last', async () => {
  const again = { plan_id: (await t.plan({ month_price: null, onetime_price: 1000 })).id, period: 'onetime_price' }
  const { member, intent } = await paid(again)
  const { tradeNo: second } = await paid(again, member)
  const { intent: third } = await paid(again, member)
  await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(false)
  expect(await money(member), 'the second purchase filled the quota').toEqual({ balance: 0, debt: 1000 })
  expect((await shop.details(second)).refundable.ending).toMatchObject({ after: { plan_name: expect.any(String) }, credited: 0 })
  await refund(second, { amount: 1000 })
  await t.runJobs()
  expect(await order(second)).toMatchObject({ status: 'refunded' })
  expect(await isOver(member)).toBe(false)
  await chargeBack(third, 1000)
  expect(await isOver(member)).toBe(true)
  expect(await money(member), 'all of the last purchase was unused').toEqual({ balance: 0, debt: 1000 })
})

test('a refund of all of an absorbed order ends the permanent plan that holds its money', async () => {
  const basic = await t.plan({ month_price: null, onetime_price: 30_000 })
  const pro = await t.plan({ month_price: null, onetime_price: 30_000 })
  const { member, tradeNo } = await paid({ plan_id: basic.id, period: 'onetime_price' })
  const change = await place(member, { plan_id: pro.id, period: 'onetime_price' })
  expect(await order(tradeNo)).toMatchObject({ status: 'absorbed' })
  await refund(tradeNo, { amount: 30_000 })
  await t.runJobs()
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 30_000 })
  expect(await isOver(member)).toBe(true)
  expect(await order(change)).toMatchObject({ status: 'absorbed' })
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})

test('a refund of an absorbed order to the balance takes only what the order that holds its money has', async () => {
  const [dear, cheap] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 100 })]
  const { member, tradeNo } = await paid(year(dear))
  await place(member, year(cheap))
  expect(await money(member)).toEqual({ balance: 29_900, debt: 0 })
  const { refundable } = await shop.details(tradeNo)
  expect(refundable).toMatchObject({ total: 30_000, balance: 100, manual: 30_000 })
  await expect(refund(tradeNo, { way: 'balance', amount: 101 })).rejects.toThrow('refund.too_much')
  await refund(tradeNo, { way: 'balance', amount: 100, end_term: false })
  expect(await money(member)).toEqual({ balance: 30_000, debt: 0 })
  expect(await room(tradeNo), 'what is on the balance').toBe(29_900)
})

test('a dispute won is credited if the renewal it had ended before it began cannot come back', async () => {
  const plan = await t.plan({ month_price: 4000 })
  const { member } = await paid(month(plan))
  const { expiresAt } = await shop.term(member)
  await shop.give(member, 3000)
  const { tradeNo, intent } = await paid({ ...month(plan), use_balance: true }, member)
  const id = await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 3000, debt: 0 })
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 4000, debt: 0 })
  expect((await shop.term(member)).expiresAt).toEqual(expiresAt)
  expect((await shop.details(tradeNo)).refundable, 'nothing is left in the order').toMatchObject({ balance: 0 })
})

test('a dispute won for an account that was closed meanwhile is the site’s, and nothing comes back', async () => {
  const { member, intent } = await paid(month(await t.plan()))
  const id = await chargeBack(intent, 1000)
  await t.database.db.update(accounts).set({ closedAt: desk.now() }).where(eq(accounts.id, member.id))
  const site = await shop.ledger('site')
  await win(intent, 1000, id)
  expect(await shop.ledger('site')).toBe(site + 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await isOver(member)).toBe(true)
})

test('a renewal that a chargeback ended before it began changes nothing on the day it would have begun', async () => {
  const plan = await t.plan({ month_price: 4000 })
  const { member } = await paid(month(plan))
  const { expiresAt } = await shop.term(member)
  await t.database.db
    .update(plans)
    .set({ transferEnable: 50 * GB })
    .where(eq(plans.id, plan.id))
  await shop.give(member, 3000)
  const { tradeNo, intent } = await paid({ ...month(plan), use_balance: true }, member)
  await chargeBack(intent, 1000)
  expect((await shop.term(member)).expiresAt).toEqual(expiresAt)
  expect(await order(tradeNo)).toMatchObject({ status: 'completed' })
  pass(expiresAt!.getTime() - HOUR - desk.now().getTime())
  await beginTerms(t.database, desk.now(), t.app.settings()['site.timezone'])
  expect(await traffic(member)).toEqual({ quota: 10 * GB, used: 0 })
})

test('a dispute won gives back the rest of the quota, not a new one', async () => {
  const plan = await t.plan({ year_price: 12_000 })
  const { member, intent } = await paid(year(plan))
  await consume(member, 8 * GB)
  pass(HOUR)
  const id = await chargeBack(intent, 12_000)
  expect(await money(member), '8 of 10 GB of one month of twelve').toEqual({ balance: 0, debt: 800 })
  pass(60 * DAY)
  const { expiresAt } = await shop.term(member)
  expect(expiresAt!.getTime()).toBeLessThan(desk.now().getTime())
  await win(intent, 12_000, id)
  expect(await isOver(member)).toBe(false)
  expect(await traffic(member)).toEqual({ quota: 10 * GB, used: 8 * GB })
  const again = await chargeBack(intent, 12_000)
  expect(await money(member), 'as much is used as before').toEqual({ balance: 0, debt: 800 })
  await win(intent, 12_000, again)
  expect(await traffic(member)).toEqual({ quota: 10 * GB, used: 8 * GB })
})

test('nor if all of it happened in one moment', async () => {
  const { member, intent } = await paid(month(await t.plan()))
  await consume(member, 10 * GB)
  await win(intent, 1000, await chargeBack(intent, 1000))
  expect(await traffic(member)).toEqual({ quota: 10 * GB, used: 10 * GB })
})

test('nor if another plan ran in between', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const { member, intent } = await paid(month(plan))
  await consume(member, 3 * GB)
  pass(HOUR)
  const id = await chargeBack(intent, 1000)
  await shop.give(member, 300)
  await paid(month(other), member)
  pass(60 * DAY)
  await win(intent, 1000, id)
  expect((await shop.term(member)).planId).toBe(plan.id)
  expect(await traffic(member)).toEqual({ quota: 10 * GB, used: 3 * GB })
})

// A chargeback of a month that was used takes other money of the member, or leaves a debt that other money pays. If its dispute is won,
// that money is what it was.

/** Before the chargeback, 3.00 are topped up, or given; after it, 7.00 are topped up. */
async function won({ isGiven = false } = {}) {
  const { member, intent } = await paid(month(await t.plan()))
  await consume(member, 10 * GB)
  const first = isGiven ? null : await paid({ topup_amount: 300 }, member)
  if (isGiven) await shop.give(member, 300)
  const id = await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 700 })
  const second = await paid({ topup_amount: 700 }, member)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 1000, debt: 0 })
  return { member, intent, first, second }
}

let serial = 0
const refundAtGateway = (intent: string, amount: number) => reportRefund(intent, amount, { id: `re_won_${++serial}` })

test.each([false, true])('a refund of the month at the gateway takes the month’s money, not the other, a gift: %s', async (isGiven) => {
  const { member, intent } = await won({ isGiven })
  await refundAtGateway(intent, 1000)
  expect(await money(member)).toEqual({ balance: 1000, debt: 0 })
})

test('a refund of the other money at the gateway takes it, and the site loses nothing', async () => {
  const { member, first, second } = await won()
  const site = await shop.ledger('site')
  await refundAtGateway(first!.intent, 300)
  expect(await money(member)).toEqual({ balance: 700, debt: 0 })
  await refundAtGateway(second.intent, 700)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await shop.ledger('site')).toBe(site)
})

test('of other money that the site has returned out of its own, the site gets it', async () => {
  const { member, intent } = await paid(month(await t.plan()))
  await consume(member, 10 * GB)
  const id = await chargeBack(intent, 1000)
  const other = await paid({ topup_amount: 1200 }, member)
  const site = await shop.ledger('site')
  await refundAtGateway(other.intent, 1200)
  expect(await shop.ledger('site')).toBe(site - 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  await win(intent, 1000, id)
  expect(await shop.ledger('site')).toBe(site)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  await reportRefund(other.intent, 1200, { id: `re_won_${serial}`, status: 'failed' })
  expect(await money(member)).toEqual({ balance: 1200, debt: 0 })
  expect(await shop.ledger('site')).toBe(site)
})

test('a refund of the month at the gateway before that takes the month’s money, and not the other', async () => {
  const { member, tradeNo, intent } = await paid(month(await t.plan()))
  await consume(member, 3 * GB)
  await paid({ topup_amount: 500 }, member)
  const site = await shop.ledger('site')
  const id = await chargeBack(intent, 1000)
  expect(await money(member), '3.00 were used').toEqual({ balance: 200, debt: 0 })
  await refundAtGateway(intent, 400)
  await refundAtGateway(intent, 600)
  expect(await shop.ledger('site')).toBe(site - 700)
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 500, debt: 0 })
  expect(await shop.ledger('site')).toBe(site)
  expect(await room(tradeNo)).toBe(0)
})

test('a chargeback of the other money ends the plan that was bought with it', async () => {
  const { member, first, second } = await won()
  const plan = await t.plan({ month_price: 1000 })
  await place(member, { ...month(plan), use_balance: true })
  expect((await shop.term(member)).planId).toBe(plan.id)
  await chargeBack(first!.intent, 300)
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 700, debt: 0 })
  await chargeBack(second.intent, 700)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})

test('a dispute won while its debt is still owed pays it, and gives the rest back', async () => {
  const { member, intent } = await paid(month(await t.plan()))
  await consume(member, 10 * GB)
  const other = await paid({ topup_amount: 300 }, member)
  const id = await chargeBack(intent, 1000)
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 300, debt: 0 })
  await refundAtGateway(other.intent, 300)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})
