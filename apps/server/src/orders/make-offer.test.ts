import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Settings } from '@portico/contract/settings-admin'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { at, GB, timeMachine } from '../../test/time-machine.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { coupons } from '../coupons/coupons.table.ts'
import { promotions } from '../promotions/promotions.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Wanted, type WantedPlan } from './make-offer.ts'
import { OFFER_MINUTES } from './offer-token.ts'

const t = await forFile(startApp())
const tm = timeMachine(t)
const shop = await openShop(t)
beforeEach(() => t.database.db.delete(promotions))

const zone = 'UTC'
const now = at('2027-01-01T00:00', zone)
const tiers = [{ amount: 1000, bonus: 50 }]
const topups: Partial<Settings> = { 'topup.enabled': true, 'topup.min': 500, 'topup.max': 2000, 'topup.tiers': tiers }
const offer = (accountId: number, wanted: Wanted, change: Partial<Settings> = {}, when = now) =>
  makeOffer(t.database.db, accountId, wanted, { now: when, settings: { ...tm.settingsIn(zone), ...topups, ...change } })
const wants = (planId: number, values: Partial<WantedPlan> = {}): WantedPlan => ({
  planId,
  period: 'month_price',
  couponCode: null,
  useBalance: false,
  ...values,
})
const coupon = async (values: Partial<typeof coupons.$inferInsert> = {}) => {
  const given = { code: `OFFER-${randomUUID().toUpperCase()}`, name: 'Any', kind: 'amount' as const, value: 300, ...values }
  const [row] = await t.database.db.insert(coupons).values(given).returning()
  return row!
}
const promotion = async (values: Partial<typeof promotions.$inferInsert> = {}) =>
  (
    await t.database.db
      .insert(promotions)
      .values({ name: 'Spring', percent: 20, ...values })
      .returning()
  )[0]!
const nothing = { promotionAmount: 0, couponAmount: 0, personalAmount: 0, surplusAmount: 0, creditAmount: 0, balanceAmount: 0 }

describe('an offer of a top-up', () => {
  test('has the amount, the bonus of its tier and nothing of a plan', async () => {
    const member = await t.member()
    await shop.give(member, 700)
    expect(await offer(member.id, { topupAmount: 1000 })).toEqual({
      offer: {
        ...nothing,
        id: expect.any(String),
        accountId: member.id,
        type: 'topup',
        planId: null,
        period: null,
        currency: 'CNY',
        priceAmount: 1000,
        totalAmount: 1000,
        bonusAmount: 50,
        couponId: null,
        forNewMember: false,
        surplusOrderIds: [],
        surplusAmounts: [],
        basis: null,
      },
      promotion: null,
      plan: null,
      subscription: await tm.term(member),
      heldPlan: null,
      balance: 700,
    })
  })

  test.each([
    ['the least', 500, {}, true],
    ['less than the least', 499, {}, false],
    ['the most', 2000, {}, true],
    ['more than the most', 2001, {}, false],
    ['any, where top-ups are off', 1000, { 'topup.enabled': false }, false],
  ])('for %s', async (_, topupAmount, settings, isOffered) => {
    const { id } = await t.member()
    const made = offer(id, { topupAmount }, settings)
    if (isOffered) expect((await made).offer.totalAmount).toBe(topupAmount)
    else await expect(made).rejects.toMatchObject({ code: 'topup.out_of_range', fields: { topup_amount: 'topup.out_of_range' } })
  })
})

describe('an offer of a plan', () => {
  test('has the price after promotion, coupon, personal discount and balance', async () => {
    const [plan, member, spring, code] = [await tm.plan(), await t.member(), await promotion(), await coupon()]
    await t.database.db.update(accounts).set({ discountPercent: 10 }).where(eq(accounts.id, member.id))
    await shop.give(member, 700)
    const made = await offer(member.id, wants(plan.id, { couponCode: code.code, useBalance: true }))
    // 30.00 − 6.00 − 3.00 = 21.00; − 10 % = 18.90; − 7.00 = 11.90
    const amounts = {
      priceAmount: 3000,
      promotionAmount: 600,
      couponAmount: 300,
      personalAmount: 210,
      balanceAmount: 700,
      totalAmount: 1190,
    }
    expect(made.offer).toEqual({
      ...nothing,
      ...amounts,
      id: expect.any(String),
      accountId: member.id,
      type: 'new',
      planId: plan.id,
      period: 'month_price',
      currency: 'CNY',
      bonusAmount: 0,
      couponId: code.id,
      forNewMember: false,
      surplusOrderIds: [],
      surplusAmounts: [],
      basis: { planId: null, expiresAt: null, funds: 0 },
    })
    expect(made).toMatchObject({ promotion: spring, plan, heldPlan: null, balance: 700 })
    const kept = await offer(member.id, wants(plan.id))
    expect([kept.offer.balanceAmount, kept.offer.totalAmount, kept.balance]).toEqual([0, 2160, 700])
    expect(kept.offer.id).not.toBe(made.offer.id)
  })

  test('is refused for an unknown plan, for a period that is not sold, and without a subscription', async () => {
    const [member, plan] = [await t.member(), await tm.plan({ year_price: null })]
    await expect(offer(member.id, wants(999_999))).rejects.toMatchObject({ code: 'plan.not_found' })
    await expect(offer(member.id, wants(plan.id, { period: 'year_price' }))).rejects.toMatchObject({ code: 'plan.not_sold' })
    await t.database.db.delete(subscriptions).where(eq(subscriptions.accountId, member.id))
    await expect(offer(member.id, wants(plan.id))).rejects.toMatchObject({ code: 'subscription.none' })
  })

  test('that renews costs no more than the limit, before discounts', async () => {
    const [member, plan] = [await t.member(), await tm.plan()]
    const { termEnd } = await tm.buy(member, plan, 'month_price', now, zone)
    const most = async (mostPrice: number | null) => (await offer(member.id, wants(plan.id, { mostPrice }))).offer
    expect(await most(2500)).toMatchObject({ type: 'renew', priceAmount: 2500, totalAmount: 2500 })
    expect(await most(3500)).toMatchObject({ priceAmount: 3000 })
    expect(await most(null)).toMatchObject({ priceAmount: 3000, surplusOrderIds: [], surplusAmount: 0 })
    expect((await most(null)).basis).toEqual({ planId: plan.id, expiresAt: termEnd!.toISOString(), funds: 0 })
  })

  test('that changes the plan takes over what is unused of each order; where that is off, nothing', async () => {
    const [member, held, next] = [await t.member(), await tm.plan({ name: 'Held' }), await tm.plan({ month_price: 9000 })]
    const bought = [await tm.buy(member, held, 'month_price', now, zone), await tm.buy(member, held, 'month_price', now, zone)]
    await tm.use(member, 5 * GB, now)
    const made = await offer(member.id, wants(next.id))
    const basis = { planId: held.id, expiresAt: bought[1]!.termEnd!.toISOString(), funds: 6000 }
    const both = bought.map(({ id }) => id)
    expect(made.heldPlan).toMatchObject({ name: 'Held' })
    expect(made.offer).toMatchObject({ type: 'change', surplusOrderIds: both, surplusAmounts: [1500, 3000], surplusAmount: 4500, basis })
    const { offer: without } = await offer(member.id, wants(next.id), { 'change.surplus': false })
    expect(without).toMatchObject({ type: 'change', surplusOrderIds: both, surplusAmounts: [0, 0], surplusAmount: 0, totalAmount: 9000 })
  })

  test('knows whether it needs a new member', async () => {
    const [plan, anyone, newcomers] = [await tm.plan(), await coupon(), await coupon({ newMembersOnly: true })]
    const [fresh, old] = [await t.member(), await t.member()]
    await tm.buy(old, plan, 'month_price', now, zone)
    const by = async (member: { id: number }, code: string | null) => (await offer(member.id, wants(plan.id, { couponCode: code }))).offer
    expect(await by(fresh, anyone.code)).toMatchObject({ forNewMember: false })
    expect(await by(fresh, newcomers.code)).toMatchObject({ forNewMember: true, couponAmount: 300 })
    await expect(by(old, newcomers.code)).rejects.toMatchObject({ code: 'coupon.new_members_only' })
    await promotion({ newMembersOnly: true })
    expect(await by(fresh, null)).toMatchObject({ forNewMember: true, promotionAmount: 600 })
    expect(await by(old, null)).toMatchObject({ forNewMember: false, promotionAmount: 0 })
  })
})

const clock = t.app.now
afterEach(() => {
  t.app.now = clock
})

/** A member with a quote of 10.00 for a month. */
async function quoted(): Promise<{ member: Member; quote: string }> {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const { body } = await member.call('POST', '/muser/order/quote', { plan_id: plan.id, period: 'month_price' })
  return { member, quote: body.quote }
}
const save = (member: Member, quote: string) => member.call('POST', '/muser/order/save', { quote })
async function expectRefused(member: Member, quote: string): Promise<void> {
  const { status, body } = await save(member, quote)
  expect([status, body.code]).toEqual([409, 'quote.invalid'])
  expect((await member.call('GET', '/muser/order/fetch')).body.total).toBe(0)
}
test('an offer made cheaper, with another signature, a part of its own, more than its own, or none is refused', async () => {
  const { member, quote } = await quoted()
  const [body, signature] = quote.split('.')
  const sealed = JSON.parse(Buffer.from(body!, 'base64url').toString())
  Object.assign(sealed.offer, { priceAmount: 1, totalAmount: 1 })
  await expectRefused(member, `${Buffer.from(JSON.stringify(sealed)).toString('base64url')}.${signature}`)
  const first = signature!.startsWith('A') ? 'B' : 'A'
  for (const other of [first + signature!.slice(1), signature!.slice(0, -4), `${signature}AAAA`, ''])
    await expectRefused(member, `${body}.${other}`)
  await expectRefused(member, body!)
  expect((await save(member, quote)).body).toMatchObject({ total_amount: 1000 })
})

test('an offer made for one member is refused for another', async () => {
  const [{ quote }, other] = await Promise.all([quoted(), t.member()])
  await expectRefused(other, quote)
})

test('an offer holds until its last moment, and not a millisecond longer', async () => {
  const made = new Date()
  t.app.now = () => made
  const [early, late] = [await quoted(), await quoted()]
  const end = made.getTime() + OFFER_MINUTES * 60_000
  t.app.now = () => new Date(end)
  expect((await save(early.member, early.quote)).status).toBe(200)
  t.app.now = () => new Date(end + 1)
  await expectRefused(late.member, late.quote)
})

test('if the stored key is gone, a new one is made: earlier offers are refused, and new ones hold', async () => {
  const [early, late] = [await quoted(), await quoted()]
  await t.asOwner(`delete from server_secrets where name = 'quote'`)
  await expectRefused(early.member, early.quote)
  const { member, quote } = await quoted()
  expect((await save(member, quote)).status).toBe(200)
  await expectRefused(late.member, late.quote)
})
