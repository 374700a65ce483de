import { expect, test } from 'vitest'
import { forFile, type Member } from '../../test/harness.ts'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'

// A top-up of 20.00 with a bonus of 1.00, and a fee of 0.57, which never is on the balance.

const desk = await forFile(startPaymentDesk())
const { shop, method } = desk
await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { fee_percent: 250, fee_fixed: 7 })
await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 2000, bonus: 100 }] })

let serial = 0
const newId = (): string => `re_fee_${++serial}`

/** Pays 20.57, spends 10.00 of it on a plan, and is given 10.00. */
async function spentHalf() {
  const topup = await desk.paid({ topup_amount: 2000 })
  await desk.place(topup.member, { ...month(await desk.t.plan()), use_balance: true })
  await desk.shop.give(topup.member, 1000)
  expect(await desk.money(topup.member)).toEqual({ balance: 2100, debt: 0 })
  return topup
}

test('a refund at the dashboard takes the fee last, so the rest can be refunded without a gift', async () => {
  const { member, tradeNo, intent } = await spentHalf()
  // 10.00 from the balance, 0.28 from the plan, and 0.51 of the bonus.
  await desk.reportRefund(intent, 1028, { id: newId() })
  expect(await desk.money(member)).toEqual({ balance: 1049, debt: 0 })
  await desk.refund(tradeNo, { way: 'manual', amount: 1029 })
  // 9.72, and what is left of the bonus; the fee is the rest of the 10.29.
  expect(await desk.money(member)).toEqual({ balance: 28, debt: 0 })
  expect(await inOrders(member)).toBe(972)
})

test('a fee that is gone already is not refunded a second time', async () => {
  const { member, tradeNo, intent } = await desk.paid({ topup_amount: 2000 })
  await desk.shop.give(member, -2100)
  // Nothing but the fee is left: the rest is the loss of the site.
  const site = await desk.shop.ledger('site')
  await desk.reportRefund(intent, 1028, { id: newId() })
  expect(await desk.shop.ledger('site')).toBe(site - 971)
  await desk.shop.give(member, 2000)
  await desk.refund(tradeNo, { way: 'manual', amount: 1029 })
  // 10.29, and what is left of the bonus.
  expect(await desk.money(member)).toEqual({ balance: 2000 - 1029 - 49, debt: 0 })
})

async function inOrders({ id }: Member): Promise<number> {
  const sql = 'select coalesce(sum(amount), 0) as amount from funds where account_id = $1 and order_id is not null'
  return Number((await desk.t.database.pool.query(sql, [id])).rows[0].amount)
}
