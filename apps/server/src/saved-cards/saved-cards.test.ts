import { afterEach, expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { startCardShop } from '../../test/gateways/card-shop.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { keepCard } from './saved-cards.ts'

const { t, shop, stripe, cards } = await forFile(startCardShop())
afterEach(() => {
  stripe.behaviour = {}
})

/** A member who paid and saved the card. */
async function kept() {
  const method = await cards.method()
  const { member, tradeNo, session } = await cards.bought({ method, save: true })
  const [card] = await cards.cardsOf(member)
  return { method, member, tradeNo, session, card: card! }
}
/** Buys another month and saves the card with which it is paid. */
const savedAgain = async ({ method, member }: { method: { id: number; notify_url: string }; member: Member }) =>
  cards.bought({ method, save: true, buyer: member, plan: { id: (await shop.term(member)).planId! } })
const seen = async (member: Member) => (await member.call('GET', '/muser/renewal')).body
const offered = async (method: { id: number }, tradeNo: string, member: Member) => {
  const { items } = (await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })).body
  return items.find(({ id }: { id: number }) => id === method.id).can_save_card
}

test('a card is saved only with its owner’s consent, and shown without anything usable', async () => {
  const method = await cards.method()
  const without = await cards.bought({ method })
  const refused = await cards.bought({ method, save: false })
  for (const { member, session } of [without, refused]) {
    expect(session).toMatchObject({ setup_future_usage: null, customer_creation: null })
    expect(await seen(member)).toMatchObject({ cards: [], can_save_card: true })
  }
  const { member, session } = await cards.bought({ method, save: true })
  expect(session).toMatchObject({ setup_future_usage: 'off_session', customer_creation: 'always', payment_method_types: ['card'] })
  const { cards: shown } = await seen(member)
  expect(shown).toEqual([
    {
      id: expect.any(Number),
      method_name: 'stripe',
      brand: 'visa',
      last4: '4242',
      exp_month: 8,
      exp_year: 2031,
      usable: true,
      problem: null,
      created_at: expect.any(String),
    },
  ])
})

test.each([
  ['switched off', { save_cards: 'no' }],
  ['not mentioned', { save_cards: '' }],
  ['for another way to pay', { payment_method: 'alipay' }],
])('where saving is %s it is not offered, and a payer who asks for it pays without saving', async (_, config) => {
  const method = await cards.method(config)
  const { member, tradeNo } = await shop.order()
  expect(await offered(method, tradeNo, member)).toBe(false)
  const { session } = await cards.bought({ method, save: true, buyer: await t.member() })
  expect(session).toMatchObject({ setup_future_usage: null, status: 'complete' })
})

test('other drivers do not offer saving; a method that saves cards says so', async () => {
  const [balance, method] = [await shop.method({ driver: 'balance' }), await cards.method()]
  const { member, tradeNo } = await shop.order()
  expect(await offered(balance, tradeNo, member)).toBe(false)
  expect(await offered(method, tradeNo, member)).toBe(true)
})

test('an order that cannot be renewed does not offer saving', async () => {
  const method = await cards.method()
  const { id: plan_id } = await t.plan({ onetime_price: 1000 })
  for (const wanted of [{ plan_id, period: 'onetime_price' }, { topup_amount: 1000 }]) {
    const member = await t.member()
    const { body } = await member.call('POST', '/muser/order/save', wanted)
    expect(await offered(method, body.trade_no, member)).toBe(false)
    await member.call('POST', '/muser/order/checkout', { trade_no: body.trade_no, method: method.id, save_card: true })
    expect([...stripe.sessions.values()].at(-1)).toMatchObject({ setup_future_usage: null })
  }
})

test('a payer who changes their mind about saving gets a session of the other kind, and then the first again', async () => {
  const method = await cards.method()
  const { member, tradeNo } = await shop.order()
  const go = async (save_card: boolean) =>
    (await member.call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: method.id, save_card })).body.data
  const [saving, plain, again] = [await go(true), await go(false), await go(true)]
  expect(plain).not.toBe(saving)
  expect(again).toBe(saving)
})

test('the payment is booked even if the card cannot be read yet; the card is saved later', async () => {
  const method = await cards.method()
  const { member, tradeNo } = await shop.order()
  const { body } = await member.call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: method.id, save_card: true })
  stripe.behaviour = { fail: true }
  expect((await stripe.pay(body.data.split('/').at(-1))).status).toBe(200)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect(await cards.cardsOf(member)).toEqual([])
  stripe.behaviour = {}
  await t.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await t.runJobs()
  expect(await cards.cardsOf(member)).toHaveLength(1)
})

test('a session event and an intent event for the same payment book it once', async () => {
  const { tradeNo, session } = await kept()
  const intent = stripe.vault.intents.get(String(session['payment_intent']))!
  for (const _ of [1, 2]) expect((await stripe.deliver(stripe.event('payment_intent.succeeded', intent))).status).toBe(200)
  const { receipts } = await shop.details(tradeNo)
  expect(receipts).toMatchObject([{ outcome: 'settled', callback_no: intent.id }])
})

test('a new card replaces the first under the same customer, and the first is deleted', async () => {
  const before = await kept()
  const { member, card: first } = before
  const { session } = await savedAgain(before)
  expect(session).toMatchObject({ customer: first.customer, customer_creation: null })
  const [second, ...others] = await cards.cardsOf(member)
  expect(others).toEqual([])
  expect(second!.token).not.toBe(first.token)
  expect(second!.customer).toBe(first.customer)
  expect(stripe.vault.cards.get(first.token)!.customer).toBeNull()
  expect(stripe.vault.cards.get(second!.token)!.customer).toBe(second!.customer)
})

test('a delayed job does not replace a newer card with an older one', async () => {
  const before = await kept()
  const { member, card: first } = before
  await savedAgain(before)
  const [second] = await cards.cardsOf(member)
  await keepCard(t.database, first.attemptId, t.app.now())
  expect(await cards.cardsOf(member)).toEqual([second])
})

test('a customer lost by Stripe can still pay and save a card', async () => {
  const before = await kept()
  const { member, card: first } = before
  stripe.vault.customers.delete(first.customer)
  await savedAgain(before)
  const [second] = await cards.cardsOf(member)
  expect(second!.customer).not.toBe(first.customer)
})

test('a removed card disappears at once, and from Stripe by a job that retries; removing it again finds nothing', async () => {
  const { member, card } = await kept()
  stripe.behaviour = { fail: true }
  expect((await member.call('DELETE', `/muser/renewal/card/${card.id}`)).status).toBe(200)
  expect((await seen(member)).cards).toEqual([])
  const { id, methodId, brand, last4 } = card
  const rows = await audited(t, 'saved_card', id)
  expect(rows).toMatchObject([{ action: 'saved_card.remove', actorKind: 'member', actorId: member.id, after: null }])
  expect(rows[0]!.before).toEqual({ methodId, brand, last4 })
  await t.runJobs()
  expect(stripe.vault.cards.get(card.token)!.customer).toBe(card.customer)
  stripe.behaviour = {}
  await t.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await t.runJobs()
  expect(stripe.vault.cards.get(card.token)!.customer).toBeNull()
  expect((await member.call('DELETE', `/muser/renewal/card/${card.id}`)).status).toBe(404)
})

test('a repeated event or job does not restore a card its owner removed', async () => {
  const { member, card } = await kept()
  await keepCard(t.database, card.attemptId, t.app.now())
  expect(await cards.cardsOf(member)).toHaveLength(1)
  await member.call('DELETE', `/muser/renewal/card/${card.id}`)
  await t.runJobs()
  await keepCard(t.database, card.attemptId, t.app.now())
  expect(await cards.cardsOf(member)).toEqual([])
})

test('if saving is off when the payment is booked, the card is not kept and is deleted at Stripe', async () => {
  const method = await cards.method()
  const { member, tradeNo } = await shop.order()
  const { body } = await member.call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: method.id, save_card: true })
  const switchTo = async (save_cards: string) => {
    const config = { secret_key: '', webhook_secret: '', api_base: stripe.url, save_cards }
    expect((await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { config })).status).toBe(200)
  }
  await switchTo('no')
  stripe.webhookUrl = method.notify_url
  const session = stripe.sessions.get(body.data.split('/').at(-1))!
  await stripe.pay(session.id)
  for (const _ of [1, 2]) await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect(await cards.cardsOf(member)).toEqual([])
  const intent = stripe.vault.intents.get(String(session['payment_intent']))!
  expect(stripe.vault.cards.get(intent.payment_method!)!.customer).toBeNull()
})

test('the job of a kept card leaves it alone when it runs again after saving was switched off', async () => {
  const { method, member, card } = await kept()
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { enabled: false })
  await keepCard(t.database, card.attemptId, t.app.now())
  await t.runJobs()
  expect(await cards.cardsOf(member)).toEqual([card])
  expect(stripe.vault.cards.get(card.token)!.customer).toBe(card.customer)
})

test('another member’s card can be neither seen nor removed', async () => {
  const { member, card } = await kept()
  const other = await t.member()
  expect((await seen(other)).cards).toEqual([])
  expect((await other.call('DELETE', `/muser/renewal/card/${card.id}`)).status).toBe(404)
  expect((await other.call('DELETE', '/muser/renewal/card/abc')).status).toBe(422)
  expect(await cards.cardsOf(member)).toHaveLength(1)
})

test('the member sees what the next renewal costs and how it would be paid', async () => {
  const { method, member } = await kept()
  expect(await seen(await t.member())).toMatchObject({ amount: null, paid_by: null, balance: 0, currency: 'CNY' })
  expect(await seen(member)).toMatchObject({ amount: 1000, paid_by: 'card', balance: 0 })
  await shop.give(member, 400)
  expect(await seen(member)).toMatchObject({ amount: 1000, paid_by: 'card', balance: 400 })
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { enabled: false })
  expect(await seen(member)).toMatchObject({ amount: 1000, paid_by: null, cards: [{ usable: false }] })
  await shop.give(member, 600)
  expect(await seen(member)).toMatchObject({ amount: 1000, paid_by: 'balance' })
})

test('without renewal, saving is not offered and no next renewal is shown', async () => {
  const { method, member } = await kept()
  expect((await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': false })).status).toBe(200)
  expect(await seen(member)).toMatchObject({ amount: null, paid_by: null, can_save_card: false, cards: [{ last4: '4242' }] })
  const other = await shop.order()
  expect(await offered(method, other.tradeNo, other.member)).toBe(false)
  const { session } = await cards.bought({ method, save: true, buyer: await t.member() })
  expect(session).toMatchObject({ setup_future_usage: null, status: 'complete' })
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': true })
  expect(await seen(member)).toMatchObject({ amount: 1000, paid_by: 'card', can_save_card: true })
})
