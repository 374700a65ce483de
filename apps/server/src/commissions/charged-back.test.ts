import { expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { disputeEvent } from '../../test/gateways/stripe-dispute.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

// It stands still, so that nothing is used in between.
const now = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)

const [t, gateway] = await Promise.all([forFile(startApp({ now: () => now })), forFile(startStripe({ now: () => now }))])
const shop = await openShop(t)
const chain = commissionChain(t)
const method = await shop.stripe(gateway)
const rules = { 'commission.rate': 10, 'commission.mode': 'every', 'commission.shares': [100, 0, 0] }
await shop.admin.call('PATCH', '/admin/settings', rules)

/** Pays by card a year of the plan; returns the payment's number. */
async function buy(buyer: Member, plan: { id: number }): Promise<string> {
  const wanted = { plan_id: plan.id, period: 'year_price', use_balance: false }
  const { body } = await buyer.call('POST', '/muser/order/save', wanted)
  const started = await shop.checkout(buyer, body.trade_no, method)
  const session = new URL(started.body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await t.runJobs()
  return String(gateway.sessions.get(session)!['payment_intent'])
}
const chargeBack = (intent: string, amount: number) =>
  gateway.deliver(disputeEvent(gateway, 'funds_withdrawn', intent, amount, { at: now }))
/** Earned and taken back, oldest first. */
async function earned(inviter: Member): Promise<[number, number][]> {
  const { items } = (await inviter.call('GET', '/muser/invite/details')).body
  return items.map((one: { amount: number; reversed_amount: number }) => [one.amount, one.reversed_amount]).toReversed()
}

test('a chargeback of a part ends the order: no commission is left for the rest, which is on the balance', async () => {
  const [buyer, inviter] = await chain.members(2)
  const intent = await buy(buyer!, await t.plan({ year_price: 30_000 }))
  expect(await earned(inviter!)).toEqual([[3000, 0]])
  await chargeBack(intent, 10_000)
  expect(await shop.ledger('member', buyer!.id)).toBe(20_000)
  expect(await earned(inviter!)).toEqual([[3000, 3000]])
})

test('nor for what another payment paid of it', async () => {
  const [buyer, inviter] = await chain.members(2)
  const intent = await buy(buyer!, await t.plan({ year_price: 30_000 }))
  await buy(buyer!, await t.plan({ year_price: 40_000 }))
  expect(await earned(inviter!)).toEqual([
    [3000, 0],
    [1000, 0],
  ])
  await chargeBack(intent, 30_000)
  expect(await shop.ledger('member', buyer!.id)).toBe(10_000)
  expect(await earned(inviter!)).toEqual([
    [3000, 3000],
    [1000, 1000],
  ])
  expect((await shop.admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
})
