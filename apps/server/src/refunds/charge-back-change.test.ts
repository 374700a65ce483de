import { expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'

// A change of plan whose own payment is charged back after it was used. Amounts in minor units. The clock stands still, so that nothing
// but traffic is used.

const GB = 2 ** 30
const desk = await forFile(startPaymentDesk())

/** A year for 120.00, of which nothing is used, changed to a month for 130.00. */
async function shortened() {
  const { t, paid } = desk
  const [basic, pro] = [await t.plan({ year_price: 12_000 }), await t.plan({ month_price: 13_000 })]
  const { member, tradeNo: first } = await paid(year(basic))
  const { tradeNo: change, intent } = await paid(month(pro), member)
  expect(await desk.order(change)).toMatchObject({ total_amount: 1000 })
  return { member, basic, pro, first, change, intent }
}

test('a year that a change has used up does not come back because the payment of the change is charged back', async () => {
  const { consume, chargeBack, win, money, room, shop } = desk
  const { member, pro, first, change, intent } = await shortened()
  await consume(member, 10 * GB)
  const id = await chargeBack(intent, 1000)
  expect(await money(member), 'all of it was used').toEqual({ balance: 0, debt: 1000 })
  expect((await shop.term(member)).planId).toBe(pro.id)
  expect(await desk.order(first)).toMatchObject({ status: 'absorbed' })
  await win(intent, 1000, id)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect((await shop.term(member)).planId).toBe(pro.id)
  expect(await room(first), 'nor is anything left of it to refund').toBe(0)
  expect(await desk.order(change)).toMatchObject({ status: 'completed', refunded_amount: 0 })
})

test('if it has used up half of the year, the other half goes to the balance', async () => {
  const { consume, chargeBack, win, money, isOver } = desk
  const { member, intent } = await shortened()
  await consume(member, 5 * GB)
  const id = await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(true)
  expect(await money(member), '60.00 of the year, less 5.00 for what was used of the change').toEqual({ balance: 5500, debt: 0 })
  await win(intent, 1000, id)
  expect(await money(member), 'the half of 130.00').toEqual({ balance: 6500, debt: 0 })
})

test('of that half, all that was not owed can be refunded', async () => {
  const { t, consume, chargeBack, refund, money, room } = desk
  const { member, first, change, intent } = await shortened()
  await consume(member, 5 * GB)
  await chargeBack(intent, 1000)
  expect(await room(first)).toBe(5500)
  expect(await room(change), 'its own payment was taken').toBe(0)
  await refund(first, { amount: 5500 })
  await t.runJobs()
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
})

test('a year that has as much left as the change comes back', async () => {
  const { chargeBack, money, shop } = desk
  const { member, basic, first, intent } = await shortened()
  await chargeBack(intent, 1000)
  expect((await shop.term(member)).planId).toBe(basic.id)
  expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await desk.order(first)).toMatchObject({ status: 'completed' })
})

test('after all of this the books have no fault', async () => {
  expect(await desk.faults()).toEqual([])
})
