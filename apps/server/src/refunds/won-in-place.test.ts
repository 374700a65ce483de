import { expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'

// A chargeback of a month that was used takes other money of the member, or leaves a debt that other money pays. If its dispute is won,
// that money is what it was. Amounts in minor units.

const GB = 2 ** 30
const { t, shop, paid, place, consume, chargeBack, win, reportRefund, money, room, isOver } = await forFile(startPaymentDesk())

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

test('a refund of the month at the gateway takes the month’s money, not the other', async () => {
  const { member, intent } = await won()
  await refundAtGateway(intent, 1000)
  expect(await money(member)).toEqual({ balance: 1000, debt: 0 })
})

test('nor a gift that was taken', async () => {
  const { member, intent } = await won({ isGiven: true })
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
