import { beforeEach, expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { disputeEvent } from '../../test/gateways/stripe-dispute.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { reverseTopUp } from './reverse-commission.ts'

// It stands still, so that nothing is used in between.
const now = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)

const [t, gateway] = await Promise.all([forFile(startApp({ now: () => now })), forFile(startStripe({ now: () => now }))])
const shop = await openShop(t)
const chain = commissionChain(t)
const method = await shop.stripe(gateway)
const plan = await t.plan()

type Rule = 'never' | 'topup' | 'order'
async function rules(one: Rule, two: Rule = 'never', mode: 'first' | 'every' = 'every'): Promise<void> {
  const balance = { 'commission.balance_1': one, 'commission.balance_2': two, 'commission.balance_3': 'never' }
  const usual = { 'commission.rate': 10, 'commission.mode': mode, 'commission.shares': [60, 30, 10] }
  expect((await shop.admin.call('PATCH', '/admin/settings', { ...usual, ...balance, 'topup.tiers': [] })).status).toBe(200)
}
beforeEach(() => rules('never'))

/** Pays an order by card; returns its number and the payment's. */
async function pay(buyer: Member, wanted: object): Promise<{ tradeNo: string; intent: string }> {
  const { trade_no: tradeNo } = (await buyer.call('POST', '/muser/order/save', { ...wanted, use_balance: false })).body
  const started = await shop.checkout(buyer, tradeNo, method)
  const session = new URL(started.body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await t.runJobs()
  return { tradeNo, intent: String(gateway.sessions.get(session)!['payment_intent']) }
}
const topUp = (buyer: Member, amount: number) => pay(buyer, { topup_amount: amount })
async function spend(buyer: Member, { id } = plan): Promise<string> {
  const { status, body } = await buyer.call('POST', '/muser/order/save', { plan_id: id, period: 'month_price', use_balance: true })
  expect([status, body.total_amount]).toEqual([200, 0])
  await t.runJobs()
  return body.trade_no
}
/** What each got of which base, and what was taken back, oldest first. */
async function earned(inviter: Member): Promise<[number, number, number][]> {
  const { items } = (await inviter.call('GET', '/muser/invite/details')).body
  type Shown = { base_amount: number; amount: number; reversed_amount: number }
  return items.map((one: Shown) => [one.base_amount, one.amount, one.reversed_amount]).toReversed()
}
const chargeBack = (intent: string, amount: number) =>
  gateway.deliver(disputeEvent(gateway, 'funds_withdrawn', intent, amount, { at: now }))

test('each level earns from money on the balance by its own rule: as it is topped up, as it is spent, or, unless staff say so, never', async () => {
  const [buyer, first, second, third] = await chain.members(4)
  await topUp(buyer!, 1000)
  await spend(buyer!)
  expect([await earned(first!), await earned(second!)]).toEqual([[], []])
  await rules('order', 'topup')
  await topUp(buyer!, 1000)
  expect([await earned(first!), await earned(second!)]).toEqual([[], [[1000, 30, 0]]])
  await spend(buyer!)
  expect([await earned(first!), await earned(second!), await earned(third!)]).toEqual([[[1000, 60, 0]], [[1000, 30, 0]], []])
})

test('money earns a level once, whatever the rule becomes in between', async () => {
  const [[buyer, inviter], dear] = await Promise.all([chain.members(2), t.plan({ month_price: 1200 })])
  await rules('topup')
  await topUp(buyer!, 1000)
  await rules('order')
  await topUp(buyer!, 200)
  await spend(buyer!, dear)
  expect(await earned(inviter!)).toEqual([
    [1000, 60, 0],
    [200, 12, 0],
  ])
  await topUp(buyer!, 1500)
  await rules('topup')
  await spend(buyer!, dear)
  await rules('order')
  await shop.give(buyer!, 900)
  await spend(buyer!, dear)
  expect((await earned(inviter!)).slice(2)).toEqual([[300, 18, 0]])
})

test('gifts and bonuses earn nothing, nor does money that comes back from a change of plan and is spent again', async () => {
  const [buyer, inviter] = await chain.members(2)
  await rules('order')
  await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 1000, bonus: 200 }] })
  await topUp(buyer!, 1000)
  await shop.give(buyer!, 300)
  await spend(buyer!, await t.plan({ month_price: 1400 }))
  expect(await earned(inviter!)).toEqual([[1000, 60, 0]])
  await spend(buyer!, await t.plan({ month_price: 100 }))
  expect(await chain.balance(buyer!)).toBe(1400)
  await spend(buyer!, await t.plan({ month_price: 1500 }))
  expect(await earned(inviter!)).toEqual([[1000, 60, 0]])
})

test('where only the first purchase earns, the top-up or the order that earned is it', async () => {
  const [[one, its], [other, their]] = [await chain.members(2), await chain.members(2)]
  await rules('topup', 'never', 'first')
  await topUp(one!, 1000)
  await topUp(one!, 1000)
  await pay(one!, { plan_id: plan.id, period: 'month_price' })
  expect(await earned(its!)).toEqual([[1000, 60, 0]])
  await rules('order', 'never', 'first')
  await topUp(other!, 2000)
  await spend(other!)
  await spend(other!)
  expect(await earned(their!)).toEqual([[1000, 60, 0]])
})

test('a top-up that is charged back takes its commission along, also where its money is spent', async () => {
  const [[one, its], [other, their]] = [await chain.members(2), await chain.members(2)]
  await rules('topup')
  const { intent } = await topUp(one!, 1000)
  await chargeBack(intent, 1000)
  expect(await earned(its!)).toEqual([[1000, 60, 60]])
  await rules('order')
  const [first, second] = [await topUp(other!, 500), await topUp(other!, 500)]
  await spend(other!)
  expect(await earned(their!)).toEqual([[1000, 60, 0]])
  for (const _ of [1, 2]) await chargeBack(first.intent, 500)
  expect((await earned(their!))[0]![2]).toBeGreaterThanOrEqual(30)
  await chargeBack(second.intent, 500)
  expect(await earned(their!)).toEqual([[1000, 60, 60]])
})

test('a top-up that is returned in parts takes back its share of what an order earned from it, each part once', async () => {
  const [buyer, inviter] = await chain.members(2)
  await rules('order')
  const [first, second] = [await topUp(buyer!, 500), await topUp(buyer!, 500)]
  await spend(buyer!)
  const back = async ({ tradeNo }: { tradeNo: string }, refunded: number) => {
    const { rows } = await t.database.pool.query('select id::int from orders where trade_no = $1', [tradeNo])
    await t.database.transaction((tx) => reverseTopUp(tx, rows[0].id, { refunded, base: 500 }, now))
    return (await earned(inviter!)).map(([, , reversed]) => reversed)
  }
  expect([await back(first, 250), await back(first, 250), await back(first, 500), await back(second, 500)]).toEqual([
    [15],
    [15],
    [30],
    [60],
  ])
})

test('a spent top-up that goes back to the balance with its order may earn again', async () => {
  const [buyer, inviter] = await chain.members(2)
  await rules('order')
  await topUp(buyer!, 1000)
  const tradeNo = await spend(buyer!)
  const refund = { refund_no: 'SPENTREFUND001', way: 'balance', amount: 1000, reason: 'asked', end_term: true }
  expect((await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, refund)).status).toBe(200)
  expect(await earned(inviter!)).toEqual([[1000, 60, 60]])
  await spend(buyer!)
  expect(await earned(inviter!)).toEqual([
    [1000, 60, 60],
    [1000, 60, 0],
  ])
})
