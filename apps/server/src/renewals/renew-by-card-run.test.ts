import { afterEach, expect, test, vi } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { type CardShop, startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { chargeCard } from '../saved-cards/charge-card.ts'
import { expireOrders } from '../orders/cancel-order.ts'
import type { OnError } from './renew-by-card.ts'
import { resumeCharge } from '../payments/card-charges.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const { t, shop, stripe, cards } = await forFile(startCardShop())
const method = await cards.method()
afterEach(async () => {
  stripe.behaviour = {}
  await set({ 'order.timeout_minutes': 30 })
  await t.database.pool.query('update subscriptions set auto_renew = false')
})

type Due = Awaited<ReturnType<CardShop['due']>>
const set = (values: Record<string, unknown>) => shop.admin.call('PATCH', '/admin/settings', values)
async function dueMembers(count: number, by = method): Promise<Due[]> {
  const due: Due[] = []
  for (let n = 0; n < count; n++) due.push(await cards.due({ method: by }))
  return due
}
const { expectRenewedOnce } = cards

test('a member whose turn comes late in a run is not charged by the next run as well', async () => {
  await set({ 'order.timeout_minutes': 5 })
  const [first, second] = await dueMembers(2)
  let asked = 0
  stripe.behaviour = {
    before: async () => {
      asked++
      if (asked === 1) t.travel(170 * SECOND)
      if (asked !== 2) return
      // The next run begins while the second member's charge is in progress.
      t.travel(150 * SECOND)
      await expireOrders(t.database, t.app.now())
      expect(await cards.renew()).toEqual({ renewed: 0, failed: 0 })
    },
  }
  expect(await cards.renew()).toEqual({ renewed: 2, failed: 0 })
  expect(asked).toBe(2)
  for (const one of [first, second]) await expectRenewedOnce(one!)
})

test('a run charges cards for three minutes; the remaining members wait for the next run, without an error', async () => {
  const due = await dueMembers(3)
  stripe.behaviour = { before: async () => t.travel(2 * MINUTE) }
  expect(await cards.renew()).toEqual({ renewed: 2, failed: 0 })
  const last = due[2]!
  expect(await cards.renewals(last.member)).toEqual([])
  expect(await cards.problemOf(last.member)).toBeNull()
  stripe.behaviour = {}
  expect(await cards.renewAfter(MINUTE)).toEqual({ renewed: 1, failed: 0 })
  for (const one of due) await expectRenewedOnce(one)
})

test('a charge that is tried again is queried again, even if its gateway did not know it before', async () => {
  const [due] = await dueMembers(1)
  await cards.begin(due!.member)
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(0)
  stripe.behaviour = { cut: true }
  await cards.renewAfter(4 * MINUTE)
  stripe.behaviour = {}
  await due!.member.call('POST', '/muser/update', { auto_renewal: false })
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(1)
  await expectRenewedOnce(due!)
})

test('an answer from before a retried charge does not end the queries', async () => {
  const [due] = await dueMembers(1)
  const open = await cards.begin(due!.member)
  t.travel(MINUTE)
  stripe.behaviour = {
    before: async () => {
      stripe.behaviour = {}
      t.travel(SECOND)
      await t.database.transaction((tx) => resumeCharge(tx, open, t.app.now()))
    },
  }
  expect(await cards.ask()).toBe(0)
  stripe.behaviour = { cut: true }
  expect(await chargeCard(t.database, open, { now: t.app.now(), again: false })).toMatchObject({ state: 'open' })
  stripe.behaviour = {}
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(1)
  await expectRenewedOnce(due!)
})

test('a method whose gateway fails does not delay members of another method', async () => {
  const broken = await cards.method()
  const stuck = await dueMembers(5, broken)
  const [fine] = await dueMembers(1)
  const config = { secret_key: 'sk_test_ofAnotherAccount', webhook_secret: '', api_base: stripe.url, save_cards: 'yes' }
  expect((await shop.admin.call('PATCH', `/admin/payment-methods/${broken.id}`, { config })).status).toBe(200)
  const onError = vi.fn<OnError>()
  expect(await cards.renew(onError)).toEqual({ renewed: 1, failed: 3 })
  expect(onError).toHaveBeenCalledTimes(3)
  const placed = await Promise.all(stuck.map(({ member }) => cards.renewals(member)))
  expect(placed.map((those) => those.length)).toEqual([1, 1, 1, 0, 0])
  await expectRenewedOnce(fine!)
})

test('charges that Stripe processes slowly do not delay others, and are not failures', async () => {
  const slow = await dueMembers(3)
  const quick = await dueMembers(2)
  for (const { card } of slow) stripe.vault.banks.set(card.token, 'slow')
  const onError = vi.fn<OnError>()
  expect(await cards.renew(onError)).toEqual({ renewed: 2, failed: 0 })
  expect(onError).not.toHaveBeenCalled()
  for (const one of quick) await expectRenewedOnce(one)
})

test('new charges come before unfinished ones', async () => {
  const [begun, fresh] = await dueMembers(2)
  await cards.begin(begun!.member)
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  const [newer] = await dueMembers(1)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 2, failed: 0 })
  const customers = stripe.vault.charged().map(({ customer }) => customer)
  expect(customers.slice(-3)).toEqual([fresh, newer, begun].map((one) => one!.card.customer))
})

test('a failure that Stripe repeats for the same key ends with the order after half an hour, however long orders wait', async () => {
  await set({ 'order.timeout_minutes': 240 })
  const [due] = await dueMembers(1)
  stripe.vault.banks.set(due!.card.token, 'broken')
  await cards.renew()
  stripe.vault.banks.delete(due!.card.token)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.renewals(due!.member)).toMatchObject([{ status: 'pending' }])
  expect(await cards.renewAfter(26 * MINUTE)).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due!)
})

test('a member who tops up during an unclear charge is renewed from the balance once the gateway says nothing was charged', async () => {
  const [due] = await dueMembers(1)
  const { member, card, ends } = due!
  await cards.begin(member)
  await shop.give(member, 1000)
  stripe.behaviour = { fail: true }
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.problemOf(member)).toBeNull()
  stripe.behaviour = {}
  expect(await cards.renewAfter(26 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  await t.runJobs()
  expect(cards.charged(card.customer)).toEqual([])
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect((await cards.subscription(member)).expiresAt! > ends).toBe(true)
})

test('the same holds at once if the member has removed the card', async () => {
  const [due] = await dueMembers(1)
  const { member, card } = due!
  await cards.begin(member)
  await shop.give(member, 1000)
  expect((await member.call('DELETE', `/muser/renewal/card/${card.id}`)).status).toBe(200)
  expect(await cards.renewAfter(5 * MINUTE)).toEqual({ renewed: 0, failed: 0 })
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  expect(cards.charged(card.customer)).toEqual([])
})

test('charges that were never made do not count as declined', async () => {
  const [due] = await dueMembers(1)
  for (let n = 0; n < 4; n++) {
    const open = await cards.begin(due!.member)
    t.travel(31 * MINUTE)
    expect(await chargeCard(t.database, open, { now: t.app.now(), again: true })).toMatchObject({ state: 'not_made' })
  }
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  await expectRenewedOnce(due!)
})

test('a charge that Stripe itself refuses is not shown as the bank’s, and operators are notified', async () => {
  const [due] = await dueMembers(1)
  const { member, card } = due!
  stripe.vault.cards.get(card.token)!.customer = null
  const onError = vi.fn<OnError>()
  expect(await cards.renew(onError)).toEqual({ renewed: 0, failed: 1 })
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    member.id,
    expect.objectContaining({ message: expect.stringMatching(/does not belong to it/) }),
  )
  expect(await cards.problemOf(member)).toBe("The payment service didn't accept this charge.")
  expect((await cards.cardsOf(member))[0]!.problem).toBe('card.refused')
  expect(await cards.renewals(member)).toMatchObject([{ status: 'cancelled' }])
})

test('an unknown customer at Stripe does not settle an earlier charge: there is no second charge', async () => {
  const [due] = await dueMembers(1)
  const { member, card, ends } = due!
  await cards.renewUnheard()
  stripe.vault.customers.delete(card.customer)
  t.travel(MINUTE)
  expect(await cards.ask()).toBe(0)
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  for (const _ of [1, 2]) await cards.renewAfter(5 * MINUTE)
  expect(await cards.problemOf(member)).toMatch(/checking whether/)
  expect(await cards.renewals(member)).toHaveLength(1)
  stripe.vault.customers.add(card.customer)
  await cards.renewAfter(5 * MINUTE)
  expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
  await t.runJobs()
  expect(cards.charged(card.customer)).toEqual([1000])
  expect((await cards.subscription(member)).expiresAt! > ends).toBe(true)
})
