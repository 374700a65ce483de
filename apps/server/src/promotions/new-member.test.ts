import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { behindProxy, openCardDesk } from '../../test/card-desk.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { couponUses } from '../coupons/coupon-uses.table.ts'
import { promotions } from './promotions.table.ts'
import { expireOrders } from '../orders/cancel-order.ts'
import { orders } from '../orders/orders.table.ts'

const startPromotion = () => t.database.db.insert(promotions).values({ name: 'Welcome', percent: 100, newMembersOnly: true }).returning()
beforeEach(startPromotion)
afterEach(() => t.database.db.delete(promotions))

const wants = (planId = plan.id, values: object = {}) => ({ plan_id: planId, period: 'month_price', use_balance: false, ...values })
const quote = async (member: Member, values: object = {}) => (await member.call('POST', '/muser/order/quote', wants(plan.id, values))).body
const save = (member: Member, values: object = {}) => member.call('POST', '/muser/order/save', wants(plan.id, values))
/** What the plan of 10.00 costs the member: nothing for a new one. */
const price = async (member: Member, values: object = {}): Promise<number> => {
  const { lines } = await quote(member, values)
  return lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)
}
/** An order at the full price: the promotion stops while it is placed. */
async function placeAtFullPrice(member: Member, values: object = {}): Promise<string> {
  await t.database.db.delete(promotions)
  const { status, body } = await save(member, values)
  await startPromotion()
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.trade_no
}
async function payInFull(member: Member, values: object = {}): Promise<string> {
  const tradeNo = await placeAtFullPrice(member, values)
  await shop.takeCash(tradeNo)
  return tradeNo
}
const assign = (member: Member, total_amount: number) =>
  shop.admin.call('POST', '/admin/orders', { email: member.email, plan_id: plan.id, period: 'month_price', total_amount })
const refund = (tradeNo: string, amount: number, way = 'manual') =>
  shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, { refund_no: `BACK${tradeNo}`, way, amount, reason: 'r' })
const hold = (member: Member) => t.subscribe(member.id, other.groupId, { planId: other.id })
const ordersOf = (member: Member) => t.database.db.select().from(orders).where(eq(orders.accountId, member.id))
/** Orders of the member that the site gave away, and those of them that were opened. */
async function gifts(member: Member): Promise<{ placed: number; opened: number }> {
  const free = (await ordersOf(member)).filter(({ priceAmount, totalAmount }) => priceAmount > 0 && totalAmount === 0)
  return { placed: free.length, opened: free.filter(({ completedAt }) => completedAt !== null).length }
}

const leaves: [string, (member: Member) => Promise<unknown>][] = [
  ['nothing at all', async () => {}],
  ['a top-up', async (member) => shop.takeCash((await member.call('POST', '/muser/order/save', { topup_amount: 5000 })).body.trade_no)],
  ['a free plan', async (member) => save(member, { plan_id: (await t.plan({ month_price: 0 })).id })],
  ['a plan that an operator gave away', (member) => assign(member, 0)],
  ['a redeemed plan', async (member) => desk.redeem(member, (await desk.cards({ kind: 'plan', value: 30, plan_id: plan.id })).code)],
  [
    'a cancelled order at the price for new members',
    async (member) => {
      await t.database.db.update(promotions).set({ percent: 90 })
      const { trade_no, total_amount } = (await save(member)).body
      await t.database.db.update(promotions).set({ percent: 100 })
      expect([total_amount, (await member.call('POST', '/muser/order/cancel', { trade_no })).status]).toEqual([100, 200])
    },
  ],
  [
    'an unpaid order that expired',
    async (member) => {
      await placeAtFullPrice(member)
      await expireOrders(t.database, new Date(t.app.now().getTime() + 3_600_000))
    },
  ],
  [
    'a paid order that could not be opened',
    async (member) => {
      await payInFull(member)
      await hold(member)
    },
  ],
  [
    'a paid order that could not be opened and went back',
    async (member) => {
      const tradeNo = await payInFull(member)
      await hold(member)
      await t.runJobs()
      expect((await refund(tradeNo, 1000)).status).toBe(200)
      expect(await shop.status(member, tradeNo)).toBe('refunded')
    },
  ],
]
// A promotion of 100 % for new members runs throughout: new members pay nothing.
const t = await forFile(startApp({ env: behindProxy }))
const [shop, desk] = await Promise.all([openShop(t), openCardDesk(t)])
const [plan, other] = await Promise.all([t.plan({ reset_price: 300 }), t.plan()])

test.each(leaves)('%s leaves a member new', async (_, work) => {
  const member = await desk.member()
  await work(member)
  await t.runJobs()
  expect(await price(member)).toBe(0)
  expect((await member.call('GET', '/muser/discount/fetch')).body.total).toBe(1)
  expect((await desk.redeem(member, (await desk.cards({ new_members_only: true })).code)).status).toBe(200)
})

const ends: [string, (member: Member) => Promise<unknown>][] = [
  ['an order that was paid for', (member) => payInFull(member)],
  [
    'an order paid from the balance',
    async (member) => {
      await shop.give(member, 1000)
      await placeAtFullPrice(member, { use_balance: true })
    },
  ],
  ['an order that the promotion made free', (member) => save(member)],
  [
    'a reset of a plan that was a gift',
    async (member) => {
      await t.subscribe(member.id, plan.groupId, { planId: plan.id })
      await payInFull(member, { period: 'reset_price' })
    },
  ],
  ['a plan that an operator sold', (member) => assign(member, 700)],
  [
    'an order that was opened and then refunded',
    async (member) => {
      const tradeNo = await payInFull(member)
      await t.runJobs()
      expect((await refund(tradeNo, 1000)).status).toBe(200)
      expect(await shop.status(member, tradeNo)).toBe('refunded')
    },
  ],
]
test.each(ends)('%s ends the new-member status everywhere', async (_, work) => {
  const [member, card] = [await desk.member(), await desk.cards({ new_members_only: true })]
  await work(member)
  await t.runJobs()
  expect(await price(member)).toBe(1000)
  expect((await member.call('GET', '/muser/discount/fetch')).body.total).toBe(0)
  const { items } = (await member.call('GET', '/muser/plan/fetch')).body
  expect(items.find((one: { id: number }) => one.id === plan.id).promotions).toEqual([])
  expect((await desk.redeem(member, card.code)).body.code).toBe('redeem.new_members_only')
})

test('the promotion is used once, despite many earlier quotes', async () => {
  const member = await t.member()
  const quotes = await atOnce(async () => (await quote(member)).quote)
  const answers = await Promise.all(quotes.map((text) => member.call('POST', '/muser/order/save', { quote: text })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await t.runJobs()
  expect((await save(member)).body).toMatchObject({ status: 'pending', total_amount: 1000 })
  expect(await gifts(member)).toEqual({ placed: 1, opened: 1 })
})

test('quotes for resets, which change neither plan nor end, use the promotion once', async () => {
  const member = await t.member()
  await t.subscribe(member.id, plan.groupId, { planId: plan.id })
  const quotes = await atOnce(async () => (await quote(member, { period: 'reset_price' })).quote)
  const place = (text: string | undefined) => member.call('POST', '/muser/order/save', { quote: text })
  expect((await place(quotes[0])).body).toMatchObject({ status: 'processing', total_amount: 0 })
  await t.runJobs()
  const answers = await Promise.all(quotes.slice(1).map((text) => place(text)))
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['quote.stale']))
  expect(await gifts(member)).toEqual({ placed: 1, opened: 1 })
})

test('many orders at once, repeatedly, use the promotion once', async () => {
  const member = await t.member()
  await t.subscribe(member.id, plan.groupId, { planId: plan.id })
  const again = async (): Promise<void> => {
    const { status, body } = await save(member, { period: 'reset_price' })
    if (status === 200 && body.status === 'pending') await member.call('POST', '/muser/order/cancel', { trade_no: body.trade_no })
  }
  await atOnce(again)
  await t.runJobs()
  await Promise.all(Array.from({ length: 8 }, again))
  await t.runJobs()
  expect(await gifts(member)).toEqual({ placed: 1, opened: 1 })
})

test('an order in review holds the promotion; refunding it frees the promotion', async () => {
  const member = await t.member()
  await shop.give(member, 1000)
  await t.database.db.update(promotions).set({ percent: 90 })
  const first = (await save(member, { use_balance: true })).body
  expect(first).toMatchObject({ status: 'processing', total_amount: 0, balance_amount: 100 })
  await hold(member)
  await t.runJobs()
  expect(await shop.status(member, first.trade_no)).toBe('review')
  const second = await quote(member)
  expect([second.promotion_name, second.total_amount]).toEqual([null, 1000])
  expect((await refund(first.trade_no, 100, 'balance')).status).toBe(200)
  expect(await shop.status(member, first.trade_no)).toBe('refunded')
  expect(await price(member)).toBe(100)
})

test('a quote made before the order went to review is refused, not recalculated', async () => {
  const member = await t.member()
  expect((await save(member)).body.status).toBe('processing')
  await hold(member)
  // Still in processing: what is quoted now stands on the subscription as it will stay.
  const { quote: text } = await quote(member)
  await t.runJobs()
  expect((await member.call('POST', '/muser/order/save', { quote: text })).body.code).toBe('quote.stale')
  expect(await gifts(member)).toEqual({ placed: 1, opened: 0 })
})

test('the database refuses a second open order at the new-member price', async () => {
  const member = await t.member()
  const { trade_no } = (await save(member)).body
  const [row] = await t.database.db.select().from(orders).where(eq(orders.tradeNo, trade_no))
  await t.database.db.update(orders).set({ status: 'review' }).where(eq(orders.id, row!.id))
  const { id: _, ...same } = { ...row!, tradeNo: `${trade_no}X`, quoteId: null }
  await expect(t.database.db.insert(orders).values(same)).rejects.toMatchObject({ cause: { constraint: 'orders_one_for_new_member' } })
})

test('a member whose first order was free pays for the renewal', async () => {
  const member = await t.member()
  await save(member)
  await t.runJobs()
  const renewal = await quote(member)
  expect([renewal.type, renewal.total_amount]).toEqual(['renew', 1000])
})

const coupon = async (values: object = {}) => {
  const terms = { name: 'Hello', kind: 'percent', value: 50, limit_use: null, limit_per_member: null, plan_ids: null, periods: null }
  const input = { code: null, ...terms, starts_at: null, ends_at: null, new_members_only: true, ...values }
  const { status, body } = await shop.admin.call('POST', '/admin/coupons', input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { id: number; code: string; new_members_only: boolean }
}
const heldUses = async (id: number): Promise<number> => {
  const uses = await t.database.db.select().from(couponUses).where(eq(couponUses.couponId, id))
  return uses.filter(({ returnedAt }) => returnedAt === null).length
}

test('each member uses a coupon for new members once, and later learns why it is refused', async () => {
  await t.database.db.delete(promotions)
  const [{ id, code, new_members_only }, member, stranger] = [await coupon(), await t.member(), await t.member()]
  expect(new_members_only).toBe(true)
  const quotes: string[] = []
  // One by one: codes that are tried at once count as guesses.
  for (let n = 0; n < RACES; n++) quotes.push((await quote(member, { coupon_code: code })).quote)
  const first = (await member.call('POST', '/muser/order/save', { quote: quotes[0] })).body
  expect(first.total_amount).toBe(500)
  await shop.takeCash(first.trade_no)
  await t.runJobs()
  const answers = await Promise.all(quotes.slice(1).map((text) => member.call('POST', '/muser/order/save', { quote: text })))
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['quote.stale']))
  expect((await quote(member, { coupon_code: code })).code).toBe('coupon.new_members_only')
  const check = { code, plan_id: plan.id, period: 'month_price' }
  expect((await member.call('POST', '/muser/coupon/check', check)).body.code).toBe('coupon.new_members_only')
  expect((await stranger.call('POST', '/muser/coupon/check', check)).body.discount_amount).toBe(500)
  expect(await heldUses(id)).toBe(1)
})

test('two coupons for new members cannot be used one after the other; a cancelled order gives its coupon back', async () => {
  await t.database.db.delete(promotions)
  const [first, second, member] = [await coupon(), await coupon({ value: 100 }), await t.member()]
  const { trade_no } = (await save(member, { coupon_code: first.code })).body
  await member.call('POST', '/muser/order/cancel', { trade_no })
  expect((await save(member, { coupon_code: second.code })).body).toMatchObject({ status: 'processing', total_amount: 0 })
  await t.runJobs()
  expect((await save(member, { coupon_code: first.code })).body.code).toBe('coupon.new_members_only')
  expect([await heldUses(first.id), await heldUses(second.id)]).toEqual([0, 1])
})

test('a coupon for everybody is not affected', async () => {
  const [{ code }, member] = [await coupon({ new_members_only: false }), await t.member()]
  await payInFull(member)
  await t.runJobs()
  expect(await price(member, { coupon_code: code })).toBe(500)
})
