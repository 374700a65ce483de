import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { type CardShop, startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR, type Shop } from '../../test/gateways/shop.ts'
import type { Member, TestApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { stopRenewalToken, stopToken } from '../messages/mail/stop-token.ts'
import { plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { notePrices } from './note-price.ts'

const DAY = 24 * HOUR
let t: TestApp
let shop: Shop
let cards: CardShop
let stop: () => Promise<unknown>
// Each on its own server, because sessions end as days pass.
beforeEach(async () => {
  ;({ t, shop, cards, stop } = await startCardShop())
})
afterEach(() => stop())

const note = () => notePrices(t.database, { now: t.app.now(), settings: t.app.settings() })
const told = async (member: Member): Promise<unknown[]> =>
  (await messagesOf(member, 'renewal_price')).map(({ data, ended }) => [data['amount'], data['fee'], ended])
const next = async (member: Member): Promise<unknown[]> => {
  const { amount, fee_amount } = (await member.call('GET', '/muser/renewal')).body
  return [amount, fee_amount]
}
const fee = (method: { id: number }, fee_fixed: number) => shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { fee_fixed })
const endIn = async (member: Member, ms: number): Promise<void> => {
  const expiresAt = new Date(t.app.now().getTime() + ms)
  await t.database.db.update(subscriptions).set({ expiresAt, nextResetAt: expiresAt }).where(eq(subscriptions.accountId, member.id))
}

/** A member who bought a plan of 10.00 with a card that renews it, and whose term ends in `days`. */
async function renewing(days: number) {
  const [method, plan] = [await cards.method(), await t.plan()]
  const { member, card } = await cards.due({ method, plan })
  await endIn(member, days * DAY)
  const price = (month_price: number) => t.database.db.update(plans).set({ month_price }).where(eq(plans.id, plan.id))
  return { method, member, price, charged: () => cards.charged(card.customer) }
}

describe('money row 17: a higher price is announced before a saved card pays it', () => {
  test('a price raised within the last seven days is not charged: the old one is, once, and the new one is told for the next term', async () => {
    const { member, price, charged } = await renewing(5)
    await price(1500)
    await note()
    expect([await told(member), await next(member)]).toEqual([[], [1000, 0]])
    expect(await cards.renewAfter(4 * DAY + HOUR)).toEqual({ renewed: 1, failed: 0 })
    await t.runJobs()
    expect(charged()).toEqual([1000])
    expect(await cards.renewals(member)).toMatchObject([{ status: 'completed', priceAmount: 1000 }])
    await endIn(member, 9 * DAY)
    await atOnce(note)
    expect([await told(member), await next(member)]).toEqual([[[1500, 0, false]], [1500, 0]])
    await cards.renewAfter(8 * DAY + HOUR)
    expect(charged()).toEqual([1000, 1500])
  })

  test('what was announced in time is charged, not what was raised again since; a lower price is charged at once', async () => {
    const [raised, lowered] = [await renewing(9), await renewing(9)]
    for (const { price } of [raised, lowered]) await price(1500)
    await note()
    t.travel(4 * DAY)
    await raised.price(1800)
    await lowered.price(1200)
    await note()
    expect([await next(raised.member), await next(lowered.member)]).toEqual([
      [1500, 0],
      [1200, 0],
    ])
    expect(await told(raised.member)).toEqual([[1500, 0, false]])
    expect(await told(lowered.member)).toEqual([
      [1200, 0, false],
      [1500, 0, true],
    ])
    await lowered.price(1500)
    await cards.renewAfter(4 * DAY + HOUR)
    expect([raised.charged(), lowered.charged()]).toEqual([[1500], [1200]])
  })

  test('a higher fee of the card is announced beside the price; until then the known one is charged', async () => {
    const [early, late] = [await renewing(9), await renewing(5)]
    for (const { method } of [early, late]) expect((await fee(method, 30)).status).toBe(200)
    await note()
    expect(await told(early.member)).toEqual([[1000, 30, false]])
    expect([await told(late.member), await next(late.member)]).toEqual([[], [1000, 0]])
    await cards.renewAfter(4 * DAY + HOUR)
    expect(late.charged()).toEqual([1000])
    await fee(early.method, 90)
    await note()
    await cards.renewAfter(4 * DAY)
    expect(early.charged()).toEqual([1030])
  })

  test('an announcement younger than seven days does not count, however late the job ran', async () => {
    const { member, price, charged } = await renewing(8.1)
    await price(1500)
    t.travel(3 * HOUR)
    await note()
    expect(await told(member)).toEqual([])
    await cards.renewAfter(7 * DAY)
    expect(charged()).toEqual([1000])
  })

  test('nor if renewals are tried earlier since it was made', async () => {
    const { member, price, charged } = await renewing(8.1)
    await price(1500)
    await note()
    expect(await told(member)).toEqual([[1500, 0, false]])
    expect((await shop.admin.call('PATCH', '/admin/settings', { 'renewal.hours_before': 72 })).status).toBe(200)
    await cards.renewAfter(6 * DAY)
    expect(charged()).toEqual([1000])
  })

  test('a renewal paid from the balance costs no more than was announced either', async () => {
    const { member, price } = await renewing(5)
    await shop.give(member, 1500)
    await price(1500)
    await cards.renewAfter(4 * DAY + HOUR)
    await t.runJobs()
    expect(await shop.ledger('member', member.id)).toBe(500)
  })

  test('the link in the mail stops the renewal without a session, for its own member only', async () => {
    const [{ member, price, charged }, other] = [await renewing(9), await renewing(9)]
    await price(1500)
    await note()
    const token = await stopRenewalToken(t.database, member.id)
    const forged = [token.replace(`${member.id}-`, `${other.member.id}-`), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]
    const reminders = await stopToken(t.database, { accountId: member.id, kind: 'price' })
    for (const wrong of [...forged, reminders]) expect((await t.call('POST', '/renewal/stop', { token: wrong })).status, wrong).toBe(404)
    for (const _ of [1, 2]) expect((await t.call('POST', '/renewal/stop', { token })).body).toEqual({ ok: true })
    expect([(await cards.subscription(member)).autoRenew, (await cards.subscription(other.member)).autoRenew]).toEqual([false, true])
    expect(await audited(t, 'member', member.id)).toMatchObject([
      { action: 'member.set_auto_renew', actorKind: 'member', actorId: member.id },
    ])
    await cards.renewAfter(8 * DAY + HOUR)
    expect([charged(), other.charged()]).toEqual([[], [1000]])
  })

  test('who switches renewal on accepts the price shown then: switching it off and on does not keep an old price', async () => {
    const { member, price, charged } = await renewing(5)
    await member.call('POST', '/muser/update', { auto_renewal: false })
    await price(1500)
    expect(await next(member)).toEqual([1500, 0])
    await member.call('POST', '/muser/update', { auto_renewal: true })
    await price(1800)
    await note()
    expect([await told(member), await next(member)]).toEqual([[], [1500, 0]])
    await cards.renewAfter(4 * DAY + HOUR)
    expect(charged()).toEqual([1500])
  })

  test('who stops the renewal after the announcement is not charged', async () => {
    const { member, price, charged } = await renewing(9)
    await price(1500)
    await note()
    await member.call('POST', '/muser/update', { auto_renewal: false })
    await cards.renewAfter(8 * DAY + HOUR)
    expect([charged(), (await told(member)).length]).toEqual([[], 1])
  })
})

describe('a renewal whose price the member does not know', () => {
  /** The member has a saved card; staff gave the running term at 10.00, which says nothing about a price. */
  async function given(days: number) {
    const found = await renewing(days)
    const { planId } = await cards.subscription(found.member)
    const body = { email: found.member.email, plan_id: planId, period: 'month_price', total_amount: 1000 }
    expect((await shop.admin.call('POST', '/admin/orders', body)).status).toBe(200)
    await t.runJobs()
    await endIn(found.member, days * DAY)
    return found
  }
  const seenByStaff = async ({ id }: Member) => (await shop.admin.call('GET', `/admin/users/${id}`)).body.renew_problem

  test('is not charged: member and staff see why, and switching renewal off and on accepts the price', async () => {
    const { member, price, charged } = await given(0.5)
    await shop.give(member, 5000)
    await price(9900)
    await note()
    expect([await told(member), await next(member)]).toEqual([[], [null, 0]])
    expect(await cards.renew()).toEqual({ renewed: 0, failed: 1 })
    expect(charged()).toEqual([])
    expect(await shop.ledger('member', member.id)).toBe(5000)
    expect(await cards.problemOf(member)).toMatch(/price/)
    expect(await seenByStaff(member)).toMatch(/price/)
    expect(await messagesOf(member, 'renewal_problem')).toMatchObject([{ data: { problem: 'renewal.price_not_agreed' } }])

    for (const auto_renewal of [false, true]) await member.call('POST', '/muser/update', { auto_renewal })
    expect(await cards.renew()).toEqual({ renewed: 1, failed: 0 })
    await t.runJobs()
    expect(charged()).toEqual([4900])
    expect([await cards.problemOf(member), await seenByStaff(member)]).toEqual([null, null])
  })

  test('is announced in time even if it is what staff wrote on the order', async () => {
    const { member, charged } = await given(9)
    await note()
    expect([await told(member), await next(member)]).toEqual([[[1000, 0, false]], [1000, 0]])
    await cards.renewAfter(8 * DAY + HOUR)
    expect(charged()).toEqual([1000])
  })
})
