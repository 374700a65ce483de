import { expect, test } from 'vitest'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../test/harness.ts'

// Amounts in minor units. The clock stands still, so that nothing but traffic is used.

const GB = 2 ** 30
const { t, shop, paid, place, consume, chargeBack, win, refund, order, money, room, isOver } = await forFile(startPaymentDesk())

/** A plan of 10.00 paid by card, of which 8 of 10 GB are used, and then a pack of 3.00 bought with other money. */
async function withPack() {
  const plan = await t.plan({ reset_price: 300 })
  const bought = await paid(month(plan))
  await consume(bought.member, 8 * GB)
  const pack = await buyPack(bought.member, plan)
  return { ...bought, plan, pack }
}

async function buyPack(member: Member, { id }: { id: number }): Promise<string> {
  await shop.give(member, 300)
  return place(member, { plan_id: id, period: 'reset_price', use_balance: true })
}

test('a chargeback that ends the plan puts what is unused of its pack on the balance', async () => {
  const { member, intent, pack } = await withPack()
  await shop.give(member, 800)
  await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(true)
  expect(await money(member), '2.00 were in the plan, and 8.00 come from the balance').toEqual({ balance: 300, debt: 0 })
  expect(await room(pack), 'it is still the money of the pack').toBe(300)
})

test('half of a pack is half of its price', async () => {
  const { member, intent } = await withPack()
  await shop.give(member, 1000)
  // 2 GB of the plan are used first, then 4 of the 8 GB of the pack.
  await consume(member, 6 * GB)
  await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 150, debt: 0 })
})

test('the pack pays the debt that the chargeback makes', async () => {
  const { member, intent } = await withPack()
  await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 500 })
})

test('what the chargeback takes from a pack does not go to the balance', async () => {
  const plan = await t.plan({ month_price: 1000, reset_price: 300 })
  const { member, intent } = await paid({ topup_amount: 1200 })
  await place(member, { ...month(plan), use_balance: true })
  await consume(member, 8 * GB)
  await shop.give(member, 100)
  await place(member, { plan_id: plan.id, period: 'reset_price', use_balance: true })
  await chargeBack(intent, 1200)
  expect(await money(member), '2.00 from the plan, 2.00 from the pack, 1.00 that was given').toEqual({ balance: 0, debt: 700 })
})

test('a pack stays while days that were paid otherwise go on', async () => {
  const { member, intent, plan, pack } = await withPack()
  await shop.give(member, 1000)
  await place(member, { ...month(plan), use_balance: true })
  await shop.give(member, 800)
  await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(false)
  expect((await money(member)).balance).toBeLessThan(300)
  expect((await shop.details(pack)).refundable, 'the pack still holds its money').toMatchObject({ balance: 300 })
})

test('a plan whose pack went to the balance does not come back if the dispute is won: its value is on the balance', async () => {
  const { member, intent } = await withPack()
  await shop.give(member, 800)
  const id = await chargeBack(intent, 1000)
  await win(intent, 1000, id)
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 1300, debt: 0 })
})

test('a refund that ends the plan puts what is unused of its pack on the balance, and the dialog says how much', async () => {
  const { member, tradeNo, pack } = await withPack()
  expect((await shop.details(tradeNo)).refundable?.ending).toMatchObject({ after: { plan_name: null }, credited: 300 })
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 300, debt: 0 })
  expect(await room(pack)).toBe(300)
})

test('a refund of the pack itself, or one after which the plan goes on, credits no pack', async () => {
  const { member, tradeNo, plan, pack } = await withPack()
  await shop.give(member, 1000)
  await place(member, { ...month(plan), use_balance: true })
  expect((await shop.details(tradeNo)).refundable?.ending).toMatchObject({ credited: 0 })
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  const { ending } = (await shop.details(pack)).refundable!
  expect(ending!.after).toEqual(ending!.before)
  await refund(pack, { way: 'balance', amount: 300 })
  expect(await isOver(member)).toBe(false)
  expect(await money(member)).toEqual({ balance: 300, debt: 0 })
})

test('a pack that was credited counts no more if the plan is bought again', async () => {
  const { member, tradeNo, plan } = await withPack()
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  await paid({ ...month(plan), use_balance: false }, member)
  const other = await t.plan({ month_price: 5000 })
  const change = await place(member, month(other))
  expect(await order(change)).toMatchObject({ total_amount: 4000 })
})
