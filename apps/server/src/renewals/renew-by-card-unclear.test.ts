import { afterEach, expect, test, vi } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { type CardShop, startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { chargeCard } from '../saved-cards/charge-card.ts'
import { expireOrders } from '../orders/cancel-order.ts'
import type { OnError } from './renew-by-card.ts'
import { refusalsOf } from '../payments/card-charges.ts'

const MINUTE = 60_000

const { t, shop, stripe, cards } = await forFile(startCardShop())
const method = await cards.method()
afterEach(async () => {
  stripe.behaviour = {}
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.hours_before': 24 })
  await t.database.pool.query('update subscriptions set auto_renew = false')
})

type Due = Awaited<ReturnType<CardShop['due']>>
const statuses = async ({ member }: Due) => (await cards.renewals(member)).map(({ status }) => status)
async function setKey({ id }: { id: number }, secret_key: string): Promise<void> {
  const config = { secret_key, webhook_secret: '', api_base: stripe.url, save_cards: 'yes' }
  expect((await shop.admin.call('PATCH', `/admin/payment-methods/${id}`, { config })).status).toBe(200)
}
async function setEnd({ member }: Due, hours: number): Promise<void> {
  const ends = new Date(t.app.now().getTime() + hours * HOUR)
  await t.database.pool.query('update subscriptions set expires_at = $1, next_reset_at = $1 where account_id = $2', [ends, member.id])
}
/** Charges the card, but the answer is lost, the order ends, and Stripe no longer knows the customer. */
async function loseAnswer(due: Due): Promise<void> {
  await cards.renewUnheard()
  stripe.vault.customers.delete(due.card.customer)
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
}
const { expectRenewedOnce } = cards

test('a gateway that refuses our key has charged nothing: the order ends, the card counts as not declined, and a valid key renews', async () => {
  const own = await cards.method()
  const due = await cards.due({ method: own })
  const { member, ends } = due
  await shop.give(member, 300)
  await setKey(own, 'sk_test_revoked')
  const onError = vi.fn<OnError>()
  expect(await cards.renew(onError)).toEqual({ renewed: 0, failed: 1 })
  const reason = expect.objectContaining({ message: expect.stringMatching(/does not let us in: Invalid API Key/) })
  expect(onError).toHaveBeenCalledExactlyOnceWith(member.id, reason)
  expect(await cards.problemOf(member)).toMatch(/couldn't reach/)
  expect(await statuses(due)).toEqual(['cancelled'])
  expect(await shop.ledger('member', member.id)).toBe(300)
  expect((await cards.cardsOf(member))[0]!.problem).toBeNull()
  expect(await refusalsOf(t.database.db, member.id, ends)).toEqual(new Map())
  await setKey(own, stripe.secretKey)
  expect(await cards.renewAfter(2 * HOUR)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due, 700)
})

test('a refused key says nothing about a charge made earlier', async () => {
  const own = await cards.method()
  const due = await cards.due({ method: own })
  await cards.renewUnheard()
  await setKey(own, 'sk_test_revoked')
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await statuses(due)).toEqual(['pending'])
  await setKey(own, stripe.secretKey)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due)
})

test('an unclear charge of an earlier term does not block this one; its late notification goes to the balance', async () => {
  const due = await cards.due({ method })
  const { member, card } = due
  await loseAnswer(due)
  await setEnd(due, 20)
  const onError = vi.fn<OnError>()
  expect(await cards.renew(onError)).toEqual({ renewed: 0, failed: 1 })
  expect(onError).toHaveBeenCalledWith(
    member.id,
    expect.objectContaining({ message: expect.stringMatching(/^what became of charge \w+ is not found out$/) }),
  )
  expect(await statuses(due)).toEqual(['expired', 'cancelled'])
  for (const _ of [1, 2])
    expect((await stripe.deliver(stripe.event('payment_intent.succeeded', cards.chargesOf(card.customer)[0]!))).status).toBe(200)
  expect(await shop.ledger('member', member.id)).toBe(1000)
  expect(await cards.renewAfter(2 * HOUR)).toEqual({ renewed: 1, failed: 0 })
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect(cards.charged(card.customer)).toEqual([1000])
})

test('an unclear charge of the same term is abandoned after a day, and not before', async () => {
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.hours_before': 72 })
  const due = await cards.due({ method })
  await setEnd(due, 48)
  await loseAnswer(due)
  for (const ms of [0, 22 * HOUR]) expect(await cards.renewAfter(ms)).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.problemOf(due.member)).toMatch(/checking whether/)
  expect(await statuses(due)).toEqual(['expired'])
  expect(await cards.renewAfter(HOUR)).toEqual({ renewed: 0, failed: 1 })
  expect(await statuses(due)).toEqual(['expired', 'cancelled'])
  expect(await cards.problemOf(due.member)).toMatch(/didn't accept/)
})

test('while the order waits, an unknown customer says nothing about a charge made earlier', async () => {
  const due = await cards.due({ method })
  await cards.renewUnheard()
  stripe.vault.forgetKeys()
  stripe.vault.customers.delete(due.card.customer)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await statuses(due)).toEqual(['pending'])
  stripe.vault.customers.add(due.card.customer)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due)
})

test('a gateway that does not know a charge is still queried while the charge can be made', async () => {
  const due = await cards.due({ method })
  const open = await cards.begin(due.member)
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(0)
  stripe.behaviour = { cut: true }
  expect(await chargeCard(t.database, open, { now: t.app.now(), again: false })).toMatchObject({ state: 'open' })
  stripe.behaviour = {}
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(1)
  await expectRenewedOnce(due)
})

test('operators are notified when a charge is queried for the last time', async () => {
  const due = await cards.due({ method })
  const { attempt } = await cards.begin(due.member)
  stripe.behaviour = { fail: true }
  const error = vi.spyOn(t.app.log, 'error')
  t.travel(2 * HOUR)
  await cards.ask()
  expect(error).not.toHaveBeenCalled()
  t.travel(23 * HOUR)
  await cards.ask()
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempt: attempt.attemptNo }), expect.any(String))
  error.mockRestore()
})

test('unknown customers are not failures of the gateway: others are charged in the same run', async () => {
  const due: Due[] = []
  for (let n = 0; n < 4; n++) {
    due.push(await cards.due({ method }))
    await cards.begin(due[n]!.member)
    if (n < 3) stripe.vault.customers.delete(due[n]!.card.customer)
  }
  const onError = vi.fn<OnError>()
  expect(await cards.renewAfter(5 * MINUTE, onError)).toEqual({ renewed: 1, failed: 0 })
  expect(onError).toHaveBeenCalledTimes(3)
  await expectRenewedOnce(due[3]!)
})

test('unknown customers do not keep other charges from being queried', async () => {
  const due = await cards.due({ method })
  const open = await cards.begin(due.member)
  stripe.behaviour = { cut: true }
  await chargeCard(t.database, open, { now: t.app.now(), again: false })
  stripe.behaviour = {}
  for (let n = 0; n < 8; n++) {
    const { member, card } = await cards.due({ method })
    await cards.begin(member)
    stripe.vault.customers.delete(card.customer)
  }
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(1)
  await expectRenewedOnce(due)
})

test('an unfinished charge for a replaced plan is only queried; the member’s current plan is charged', async () => {
  const due = await cards.due({ method })
  const { member, card } = due
  await cards.begin(member)
  const { id } = await t.plan({ month_price: 500 })
  const before = await cards.subscription(member)
  const bought = (plan: number | null) =>
    t.database.pool.query('update orders set plan_id = $1 where account_id = $2 and renewal_of is null', [plan, member.id])
  await bought(id)
  await t.database.pool.query('update subscriptions set plan_id = $1 where account_id = $2', [id, member.id])
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  expect(cards.charged(card.customer)).toEqual([500])
  expect(await statuses(due)).toEqual(['cancelled', 'processing'])
  // The ledger's sums know what was paid for.
  await bought(before.planId)
})

test('switching renewal on again does not lift the pause of a charge in progress, but that of a failed one', async () => {
  const due = await cards.due({ method })
  const { member, card } = due
  const switchOn = () => member.call('POST', '/muser/update', { auto_renewal: true })
  let pause: Date | null = null
  stripe.behaviour = {
    before: async () => {
      stripe.behaviour = {}
      await switchOn()
      pause = (await cards.subscription(member)).renewAfter
    },
  }
  stripe.vault.banks.set(card.token, 'card_declined')
  expect(await cards.renew()).toEqual({ renewed: 0, failed: 1 })
  expect(pause).toBeInstanceOf(Date)
  stripe.vault.banks.delete(card.token)
  await switchOn()
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due)
})

test('a member suspended a moment ago is not charged', async () => {
  const { member } = await cards.due({ method })
  await t.database.pool.query('update accounts set banned_at = now() where id = $1', [member.id])
  await expect(cards.begin(member)).rejects.toThrow('not begun: "skip"')
  expect(await cards.renewals(member)).toEqual([])
})
