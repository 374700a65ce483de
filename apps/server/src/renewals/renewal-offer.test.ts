import { eq, sql } from 'drizzle-orm'
import type { Period } from '@portico/contract/periods'
import { describe, expect, test } from 'vitest'
import { startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { timeMachine } from '../../test/time-machine.ts'
import { orders } from '../orders/orders.table.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { knownPrices } from './known-price.ts'
import { renewalPrices } from './renewal-prices.table.ts'
import { feeForAll, offerUpTo, type RenewalOffer, renewalOffer } from './renewal-offer.ts'

// What orders cost is written into them here, so the books do not match.
const { t, shop, cards } = await forFile(startCardShop({ checked: false }))
const tm = timeMachine(t)

const DAY = 24 * HOUR
const context = () => ({ now: t.app.now(), settings: t.app.settings() })
const known = async (member: Member, change: object = {}) =>
  knownPrices(t.database.db, await cards.subscription(member), { ...t.app.settings(), ...change })

/** A member who bought a plan of 10.00 a month and 100.00 a year for these periods. */
async function holder(...periods: Period[]) {
  const [plan, member] = [await t.plan({ reset_price: 300 }), await t.member()]
  const bought: number[] = []
  for (const period of periods) bought.push(await buy(member, plan, period))
  return { plan, member, bought }
}
const buy = async (member: Member, plan: PlanRow, period: Period): Promise<number> =>
  (await tm.buy(member, plan, period, t.app.now(), 'UTC')).id
type Told = Partial<typeof renewalPrices.$inferInsert> & { daysAgo?: number }
async function tell(member: Member, priceAmount: number, { daysAgo = 1, ...values }: Told = {}): Promise<void> {
  const { expiresAt } = await cards.subscription(member)
  const toldAt = new Date(t.app.now().getTime() - daysAgo * DAY)
  const plain = { accountId: member.id, termEnd: expiresAt!, feeAmount: 0, currency: 'CNY', toldAt }
  await t.database.db.insert(renewalPrices).values({ ...plain, priceAmount, ...values })
}

describe('what a member knows about the price of the next renewal', () => {
  test('is that of the last purchase, in its period', async () => {
    const { member, plan } = await holder('year_price', 'month_price')
    expect(await known(member)).toEqual({ period: 'month_price', accepted: { price: 1000, fee: 0 }, told: [] })
    await buy(member, plan, 'year_price')
    await buy(member, plan, 'reset_price')
    expect(await known(member)).toMatchObject({ period: 'year_price', accepted: { price: 10_000 } })
    await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })
    expect(await known(member)).toMatchObject({ period: 'year_price' })
  })

  test('counts a change to the plan, and forgets another plan', async () => {
    const [{ member }, next] = [await holder('year_price'), await t.plan({ month_price: 90_000 })]
    await buy(member, next, 'month_price')
    expect(await known(member)).toEqual({ period: 'month_price', accepted: { price: 90_000, fee: 0 }, told: [] })
  })

  test('has no accepted price if staff gave the plan, or it was paid in another currency', async () => {
    const { member, bought } = await holder('month_price')
    const nothing = { period: 'month_price', accepted: null, told: [] }
    expect(await known(member, { 'site.currency': 'USD' })).toEqual(nothing)
    await t.database.db.update(orders).set({ expiresAt: orders.createdAt }).where(eq(orders.id, bought[0]!))
    expect(await known(member)).toEqual(nothing)
  })

  test('is nothing if they never bought the plan', async () => {
    const [plan, member] = [await t.plan(), await t.member()]
    await t.subscribe(member.id, plan.groupId, { planId: plan.id })
    expect(await known(member)).toBeNull()
    await t.subscribe(member.id, plan.groupId, { planId: null })
    expect(await known(member)).toBeNull()
    expect(await renewalOffer(t.database.db, await cards.subscription(member), context())).toBe('plan.not_sold')
  })

  test('has the highest fee they have seen, in the last announcement of an earlier term or at the purchase', async () => {
    const { member, bought } = await holder('month_price')
    const feeAt = (feeAmount: number) => t.database.db.update(orders).set({ feeAmount }).where(eq(orders.id, bought[0]!))
    await feeAt(20)
    expect((await known(member))?.accepted).toEqual({ price: 1000, fee: 20 })
    for (const feeAmount of [90, 10, 50]) await tell(member, 1000, { feeAmount, termEnd: new Date(0) })
    expect((await known(member))?.accepted).toEqual({ price: 1000, fee: 50 })
    await feeAt(70)
    expect((await known(member))?.accepted).toEqual({ price: 1000, fee: 70 })
  })

  test('has what was announced for the running term since they switched renewal on, which accepts the price shown', async () => {
    const [{ member }, { member: other }] = [await holder('month_price'), await holder('month_price')]
    await tell(member, 1100)
    await tell(member, 1200, { termEnd: new Date(0) })
    await tell(member, 1300, { currency: 'USD' })
    await tell(other, 1400)
    expect(await known(member)).toMatchObject({ accepted: { price: 1000 }, told: [{ price: 1100, fee: 0, toldAt: expect.any(Date) }] })
    const permanent = { ...(await cards.subscription(member)), expiresAt: null }
    expect(await knownPrices(t.database.db, permanent, t.app.settings())).toMatchObject({ accepted: { price: 1000 }, told: [] })
    await tell(member, 1500, { agreed: true, feeAmount: 30 })
    expect(await known(member)).toMatchObject({ accepted: { price: 1500, fee: 30 }, told: [] })
    await tell(member, 1600, { feeAmount: 40 })
    expect(await known(member)).toMatchObject({ accepted: { price: 1500, fee: 30 }, told: [{ price: 1600, fee: 40 }] })
  })
})

describe('the offer that renews a term', () => {
  const offered = (found: RenewalOffer | string): RenewalOffer => {
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  const renewal = async (member: Member, at?: Date) => renewalOffer(t.database.db, await cards.subscription(member), context(), at)
  const upTo = async (member: Member, change: Partial<SubscriptionRow> = {}, price: number | null = null) => {
    const most = price === null ? null : { price, fee: 10 }
    const subscription = { ...(await cards.subscription(member)), ...change }
    return offerUpTo(t.database.db, subscription, { period: 'month_price', most }, context())
  }

  test('costs what is known at its moment, and takes what it can from the balance', async () => {
    const { member, plan } = await holder('month_price')
    await shop.give(member, 300)
    // As if the purchase had promised nothing.
    await t.database.db.update(plans).set({ month_price: 2000 }).where(eq(plans.id, plan.id))
    await tell(member, 1500, { daysAgo: 6, feeAmount: 40 })
    expect(await renewal(member)).toMatchObject({
      offer: { type: 'renew', period: 'month_price', priceAmount: 1000, balanceAmount: 300, totalAmount: 700 },
      mostFee: 0,
    })
    const inTime = await renewal(member, new Date(t.app.now().getTime() + DAY))
    expect(inTime).toMatchObject({ offer: { priceAmount: 1500, totalAmount: 1200 }, mostFee: 40 })
    expect(await upTo(member)).toMatchObject({ offer: { priceAmount: 2000 }, mostFee: null })
    expect(await upTo(member, {}, 900)).toMatchObject({ offer: { priceAmount: 900 }, mostFee: 10 })
  })

  test('says why there is none', async () => {
    const { member, plan } = await holder('month_price')
    expect(await upTo(member, { planId: null })).toBe('plan.not_sold')
    expect(await upTo(member, { expiresAt: null })).toBe('plan.not_sold')
    expect(await upTo(member, { planId: 999_999 })).toBe('plan.not_found')
    expect(await upTo(member, { expiresAt: new Date(0) })).toBe('quote.stale')
    const { member: given, bought } = await holder('month_price')
    await t.database.db.update(orders).set({ expiresAt: orders.createdAt }).where(eq(orders.id, bought[0]!))
    expect(await renewal(given)).toBe('renewal.price_not_agreed')
    const other = await t.plan({ month_price: 90_000 })
    expect(await upTo(member, { planId: other.id })).toBe('quote.stale')
    const broken = t.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {})
      return offerUpTo(tx, await cards.subscription(member), { period: 'month_price', most: null }, context())
    })
    await expect(broken).rejects.toThrow('Failed query')
    expect(offered(await upTo(member)).offer.planId).toBe(plan.id)
  })

  test('has the fee for all of it, also of what the balance pays, up to the limit; without a card, none', async () => {
    const method = await cards.method({}, { fee_percent: 1000 })
    const { member } = await cards.due({ method })
    await shop.give(member, 600)
    const found = offered(await upTo(member))
    expect(found.offer).toMatchObject({ totalAmount: 400, balanceAmount: 600 })
    expect(await feeForAll(t.database.db, found)).toBe(100)
    expect(await feeForAll(t.database.db, { ...found, mostFee: 30 })).toBe(30)
    const { member: cardless } = await holder('month_price')
    expect(await feeForAll(t.database.db, offered(await upTo(cardless)))).toBeNull()
  })
})
