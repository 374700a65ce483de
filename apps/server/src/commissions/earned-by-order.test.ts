import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commissionChain, DAY } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { orders } from '../orders/orders.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { commissions } from './commissions.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const chain = commissionChain(t)
const rules = { 'commission.rate': 10, 'commission.mode': 'every', 'commission.shares': [100, 0, 0], 'commission.freeze_days': 3 }
await shop.admin.call('PATCH', '/admin/settings', rules)

const earned = (inviter: Member) => t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter.id))
const hold = (member: Member, values: Partial<typeof subscriptions.$inferInsert>) =>
  t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, member.id))

/** An invited member's order of 10.00, paid, and in review because another plan runs. */
async function inReview() {
  const [buyer, inviter] = await chain.members(2)
  const { tradeNo } = await shop.order(undefined, buyer)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  const other = await t.plan()
  await hold(buyer!, { planId: other.id, groupId: other.groupId, expiresAt: new Date(t.app.now().getTime() + 9 * DAY) })
  await t.runJobs()
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'review' })
  expect(await earned(inviter!)).toEqual([])
  return { buyer: buyer!, inviter: inviter!, tradeNo }
}
async function open(buyer: Member, tradeNo: string): Promise<void> {
  await hold(buyer, { planId: null, groupId: null, expiresAt: null })
  // Signs in again, because sessions end while time passes.
  const admin = await t.admin()
  expect((await admin.call('POST', `/admin/orders/${tradeNo}/opening`)).status).toBe(200)
  await t.runJobs()
}

test('commission is frozen from the payment, even if the order is opened two days later', async () => {
  const { buyer, inviter, tradeNo } = await inReview()
  const { order } = await shop.details(tradeNo)
  t.travel(2 * DAY)
  await open(buyer, tradeNo)
  const [row] = await earned(inviter)
  expect(row!.frozenUntil.getTime()).toBe(new Date(order.paid_at).getTime() + 3 * DAY)
  t.travel(-2 * DAY)
})

test.each([
  ['', {}, { baseAmount: 1000, amount: 100, reversedAmount: 40 }, '10.00,1.00,0.40,0.60'],
  [
    ', nor does a shortfall',
    { cashAmount: 800, shortfallAmount: 200 },
    { baseAmount: 800, amount: 80, reversedAmount: 40 },
    '8.00,0.80,0.40,0.40',
  ],
])('what was refunded before the order was opened earns nothing%s; the CSV says what is left', async (_, values, left, line) => {
  const { buyer, inviter, tradeNo } = await inReview()
  await t.database.db
    .update(orders)
    .set({ tradeNo, ...values })
    .where(eq(orders.tradeNo, tradeNo))
  const refund = { refund_no: `REVIEW${tradeNo.slice(-12)}`, way: 'manual', amount: 400, reason: 'r' }
  expect((await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, refund)).status).toBe(200)
  await open(buyer, tradeNo)
  expect(await earned(inviter)).toMatchObject([left])
  const { csv, rows } = (await shop.admin.call('GET', '/admin/commissions/export', { q: inviter.email })).body
  const [head, ...lines] = csv.trimEnd().split('\r\n')
  expect([rows, head]).toEqual([
    1,
    '\uFEFFtrade_no,buyer,receiver,level,rate,currency,base,amount,reversed,left,status,created_at,frozen_until,paid_at',
  ])
  expect(lines).toEqual([expect.stringContaining(`${tradeNo},${buyer.email},${inviter.email},1,10,CNY,${line},pending,`)])
})

test('the fee of a method with instructions earns nothing when an operator marks the order as paid', async () => {
  const fee = { fee_percent: 1000, fee_fixed: 20 }
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1' }, ...fee })
  const [buyer, inviter] = await chain.members(2)
  const { tradeNo } = await shop.order(undefined, buyer)
  await shop.checkout(buyer!, tradeNo, bank)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen' })
  await t.runJobs()
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', cash_amount: 1000, fee_amount: 120 })
  expect(await earned(inviter!)).toMatchObject([{ baseAmount: 1000, amount: 100 }])
})
