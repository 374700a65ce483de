import { afterEach, expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { chargeCard } from '../saved-cards/charge-card.ts'
import { expireOrders } from '../orders/cancel-order.ts'

const MINUTE = 60_000

const { t, shop, stripe, cards } = await forFile(startCardShop())
const method = await cards.method()
afterEach(async () => {
  stripe.behaviour = {}
  await t.database.pool.query('update subscriptions set auto_renew = false')
})

const { chargesOf, expectRenewedOnce } = cards

test('the balance pays what it can and the card the rest, and the order is opened like any other; all of it, and the card is not charged', async () => {
  const [none, part, all] = [await cards.due({ method }), await cards.due({ method }), await cards.due({ method })]
  await shop.give(part.member, 300)
  await shop.give(all.member, 1000)
  expect(await cards.renew()).toEqual({ renewed: 3, failed: 0 })
  await expectRenewedOnce(none)
  await expectRenewedOnce(part, 700)
  expect(cards.charged(all.card.customer)).toEqual([])
  expect([await shop.ledger('member', part.member.id), await shop.ledger('member', all.member.id)]).toEqual([0, 0])
  expect(await cards.renew()).toEqual({ renewed: 0, failed: 0 })
})

test('the answer, many events and many runs at once open the order once', async () => {
  const due = await cards.due({ method })
  stripe.behaviour = { cut: true }
  await atOnce(() => cards.renew())
  stripe.behaviour = {}
  t.travel(5 * MINUTE)
  const event = stripe.event('payment_intent.succeeded', chargesOf(due.card.customer)[0]!)
  const [, heard] = await Promise.all([atOnce(() => cards.renew()), atOnce(() => stripe.deliver(event))])
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]))
  await expectRenewedOnce(due)
})

test('an event before the answer opens the order once; an unsigned event is refused', async () => {
  const due = await cards.due({ method })
  stripe.behaviour = { cut: true }
  await cards.renew()
  stripe.behaviour = {}
  const event = stripe.event('payment_intent.succeeded', chargesOf(due.card.customer)[0]!)
  expect((await stripe.deliver(event, { secret: 'whsec_another_secret' })).status).toBe(400)
  expect((await cards.renewals(due.member))[0]!.status).toBe('pending')
  expect((await stripe.deliver(event)).status).toBe(200)
  await t.runJobs()
  await cards.renewAfter(5 * MINUTE)
  await expectRenewedOnce(due)
})

test('declined: nothing is charged, the order is cancelled with its balance, the member learns why, and it is retried', async () => {
  const due = await cards.due({ method })
  await shop.give(due.member, 300)
  stripe.vault.banks.set(due.card.token, 'card_declined')
  expect(await cards.renew()).toEqual({ renewed: 0, failed: 1 })
  const [cancelled] = await cards.renewals(due.member)
  expect(cancelled).toMatchObject({ status: 'cancelled' })
  expect(await audited(t, 'order', cancelled!.tradeNo)).toMatchObject([
    { action: 'order.cancel', actorKind: 'job', actorName: 'renew_due', actorId: null, after: { status: 'cancelled' } },
  ])
  expect(await shop.ledger('member', due.member.id)).toBe(300)
  expect(await cards.problemOf(due.member)).toBe('Your bank declined your saved card.')
  expect((await cards.cardsOf(due.member))[0]!.problem).toBe('card.declined')
  expect(await cards.renewAfter(HOUR)).toEqual({ renewed: 0, failed: 0 })
  stripe.vault.banks.delete(due.card.token)
  expect(await cards.renewAfter(HOUR)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due, 700)
  expect((await cards.cardsOf(due.member))[0]!.problem).toBeNull()
})

test('a declined card is tried at most four times a term; another card then renews', async () => {
  const due = await cards.due({ method })
  const ends = new Date(t.app.now().getTime() + 20 * HOUR)
  await t.database.pool.query('update subscriptions set expires_at = $1, next_reset_at = $1 where account_id = $2', [ends, due.member.id])
  stripe.vault.banks.set(due.card.token, 'card_declined')
  const before = stripe.vault.tried()
  for (let run = 0; run < 7; run++) await cards.renewAfter(run === 0 ? 0 : 2 * HOUR)
  expect(stripe.vault.tried() - before).toBe(4)
  expect(await cards.problemOf(due.member)).toMatch(/declined four times/)
  expect((await due.member.call('GET', '/muser/renewal')).body).toMatchObject({ paid_by: null, cards: [{ usable: true }] })
  // Another card, saved with another payment.
  const other = await cards.due({ method })
  await t.database.pool.query('update saved_cards set customer = $1, token = $2 where account_id = $3', [
    other.card.customer,
    other.card.token,
    due.member.id,
  ])
  await t.database.pool.query('delete from saved_cards where account_id = $1', [other.member.id])
  expect(await cards.renewAfter(2 * HOUR)).toEqual({ renewed: 1, failed: 1 })
  await expectRenewedOnce({ member: due.member, ends, card: { ...due.card, customer: other.card.customer } })
})

test('a card that needs the owner’s confirmation says so', async () => {
  const { member, card } = await cards.due({ method })
  stripe.vault.banks.set(card.token, 'authentication_required')
  await cards.renew()
  expect(await cards.problemOf(member)).toMatch(/confirm this payment yourself/)
  expect(await cards.renewals(member)).toMatchObject([{ status: 'cancelled' }])
})

test.each([
  ['', false],
  [', even if Stripe has forgotten our key', true],
])('while a charge has no answer, nobody can pay the order by hand; the next run finds it: charged once%s', async (_, isForgotten) => {
  const due = await cards.due({ method })
  expect(await cards.renewUnheard()).toEqual({ renewed: 0, failed: 0 })
  const [order] = await cards.renewals(due.member)
  expect([order!.status, await cards.problemOf(due.member)]).toEqual(['pending', null])
  for (const by of [method, await shop.method({ driver: 'balance' })])
    expect((await shop.checkout(due.member, order!.tradeNo, by)).body.code).toBe('card.unclear')
  if (isForgotten) stripe.vault.forgetKeys()
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due)
})

test('many processes that charge for one order at once charge it once', async () => {
  const due = await cards.due({ method })
  const open = await cards.begin(due.member)
  const outcomes = await atOnce((n) => chargeCard(t.database, open, { now: t.app.now(), again: n % 2 === 0 }))
  expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['paid']))
  await expectRenewedOnce(due)
})

test('without an answer, a query also finds the charge, and then no run charges again', async () => {
  const due = await cards.due({ method })
  stripe.behaviour = { cut: true }
  await cards.renew()
  stripe.behaviour = {}
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(1)
  await t.runJobs()
  await cards.renewAfter(5 * MINUTE)
  await cards.renewAfter(2 * HOUR)
  await expectRenewedOnce(due)
})

test('killed between the order and the charge: the next run makes the charge under the same number', async () => {
  const due = await cards.due({ method })
  const { attemptNo } = (await cards.begin(due.member)).attempt
  expect(cards.charged(due.card.customer)).toEqual([])
  expect(await cards.renew()).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due)
  expect(chargesOf(due.card.customer)[0]!.metadata['attempt_no']).toBe(attemptNo)
  expect(await cards.renewals(due.member)).toHaveLength(1)
})

test('killed before the charge and down until the order ended: a new order is charged, once', async () => {
  const due = await cards.due({ method })
  await cards.begin(due.member)
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  await t.runJobs()
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  expect((await cards.renewals(due.member)).map(({ status }) => status)).toEqual(['expired', 'processing'])
  await expectRenewedOnce(due)
})

test('killed after the charge and down until the order ended: the money goes to the balance and renews, once', async () => {
  const due = await cards.due({ method })
  stripe.behaviour = { cut: true }
  await cards.renew()
  stripe.behaviour = {}
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  await t.runJobs()
  await cards.renew()
  expect(await shop.ledger('member', due.member.id)).toBe(1000)
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  expect(cards.charged(due.card.customer)).toEqual([1000])
  expect(await shop.ledger('member', due.member.id)).toBe(0)
  expect((await cards.subscription(due.member)).expiresAt! > due.ends).toBe(true)
})

test('while a charge is unclear there is no second one, and the member learns of it once the order has ended', async () => {
  const due = await cards.due({ method })
  stripe.behaviour = { cut: true }
  await cards.renew()
  stripe.behaviour = { fail: true }
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  for (const _ of [1, 2, 3]) await cards.renewAfter(5 * MINUTE)
  expect(await cards.problemOf(due.member)).toMatch(/checking whether/)
  expect(await cards.renewals(due.member)).toHaveLength(1)
  expect(cards.charged(due.card.customer)).toEqual([1000])
  stripe.behaviour = {}
  await cards.renewAfter(5 * MINUTE)
  await cards.renew()
  expect(cards.charged(due.card.customer)).toEqual([1000])
  expect(await cards.problemOf(due.member)).toBeNull()
})

test('a charge that Stripe processes slowly opens the order once its result is known', async () => {
  const due = await cards.due({ method })
  stripe.vault.banks.set(due.card.token, 'slow')
  await cards.renew()
  const intent = [...stripe.vault.intents.values()].find(
    ({ status, customer }) => status === 'processing' && customer === due.card.customer,
  )!
  await cards.renewAfter(5 * MINUTE)
  expect(await cards.renewals(due.member)).toMatchObject([{ status: 'pending' }])
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
  await cards.renewAfter(5 * MINUTE)
  await expectRenewedOnce(due)
})

test('a member cancels while Stripe processes the charge: that charge is stopped, and the next is the only one', async () => {
  const due = await cards.due({ method })
  stripe.vault.banks.set(due.card.token, 'slow')
  await cards.renew()
  const [order] = await cards.renewals(due.member)
  expect((await due.member.call('POST', '/muser/order/cancel', { trade_no: order!.tradeNo })).status).toBe(200)
  await t.runJobs()
  const mine = [...stripe.vault.intents.values()].filter(
    ({ customer, metadata }) => customer === due.card.customer && metadata['saved_card'],
  )
  expect(mine.map(({ status }) => status)).toEqual(['canceled'])
  stripe.vault.banks.delete(due.card.token)
  await cards.renewAfter(5 * MINUTE)
  await expectRenewedOnce(due)
})

test('a removed card is not charged, even for an order already begun', async () => {
  const [idle, begun] = [await cards.due({ method }), await cards.due({ method })]
  const open = await cards.begin(begun.member)
  for (const { member, card } of [idle, begun]) expect((await member.call('DELETE', `/muser/renewal/card/${card.id}`)).status).toBe(200)
  expect(await chargeCard(t.database, open, { now: t.app.now(), again: false })).toMatchObject({ state: 'not_made' })
  await cards.renew()
  await cards.renewAfter(HOUR)
  for (const { member, card } of [idle, begun]) {
    expect(cards.charged(card.customer)).toEqual([])
    expect(await cards.problemOf(member)).toBe('The balance is too low.')
  }
})

test('a card of a disabled or forbidden method, or of another member, is not charged', async () => {
  const [closed, forbidden] = [await cards.method(), await cards.method()]
  const [one, two] = [await cards.due({ method: closed }), await cards.due({ method: forbidden })]
  const poor = await cards.due({ method })
  await poor.member.call('DELETE', `/muser/renewal/card/${poor.card.id}`)
  await shop.admin.call('PATCH', `/admin/payment-methods/${closed.id}`, { enabled: false })
  const config = { secret_key: '', webhook_secret: '', api_base: stripe.url, save_cards: 'no' }
  expect((await shop.admin.call('PATCH', `/admin/payment-methods/${forbidden.id}`, { config })).status).toBe(200)
  expect(await cards.renew()).toEqual({ renewed: 0, failed: 3 })
  for (const { card } of [one, two, poor]) expect(cards.charged(card.customer)).toEqual([])
})

test('a method with another currency and a fee charges what a payer there would have paid', async () => {
  const dollars = await cards.method({}, { currency: 'USD', exchange_rate: 140_001, fee_fixed: 100 })
  const { member, card } = await cards.due({ method: dollars })
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  expect(cards.charged(card.customer)).toEqual([155])
  await t.runJobs()
  expect(await cards.renewals(member)).toMatchObject([{ status: 'completed', totalAmount: 1000, feeAmount: 100, cashAmount: 1000 }])
})

test('the member’s own unfinished order keeps the card from being charged', async () => {
  const { member, card } = await cards.due({ method })
  const { planId } = await shop.term(member)
  await member.call('POST', '/muser/order/save', { plan_id: planId, period: 'month_price', use_balance: false })
  await cards.renew()
  expect(cards.charged(card.customer)).toEqual([])
  expect(await cards.problemOf(member)).toMatch(/unfinished order/)
})

test('with a silent gateway three members are tried per run, and the others wait for the next without an error', async () => {
  const due = []
  for (let n = 0; n < 5; n++) due.push(await cards.due({ method }))
  stripe.behaviour = { fail: true }
  await cards.renew()
  const placed = await Promise.all(due.map(({ member }) => cards.renewals(member)))
  expect(placed.flat()).toHaveLength(3)
  stripe.behaviour = {}
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 5, failed: 0 })
  for (const one of due) await expectRenewedOnce(one)
})

test('a card payment can be refunded through the gateway like any other', async () => {
  const { member, ends } = await cards.due({ method })
  await cards.renew()
  await t.runJobs()
  const [order] = await cards.renewals(member)
  const asked = await shop.admin.call('POST', `/admin/orders/${order!.tradeNo}/refunds`, {
    refund_no: 'CARDREFUND00000001',
    way: 'gateway',
    reason: 'asked for it',
    amount: 1000,
  })
  expect(asked.status).toBe(200)
  await t.runJobs()
  const { order: seen, receipts } = await shop.details(order!.tradeNo)
  expect(seen.status).toBe('refunded')
  expect(stripe.returned(receipts[0].callback_no)).toBe(1000)
  expect((await cards.subscription(member)).expiresAt).toEqual(ends)
})
