import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../../test/harness.ts'
import { at, GB, timeMachine } from '../../../test/time-machine.ts'
import { noLimits } from '../../subscriptions/conditions.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { makeOffer } from '../make-offer.ts'
import { orders } from '../orders.table.ts'
import { runningOrders } from './running-orders.ts'
import { unusedOrders } from './unused-orders.ts'

const t = await forFile(startApp())
const tm = timeMachine(t)

const zone = 'UTC'

test('an order paid in another currency is worth nothing in a change', async () => {
  const [member, held, wanted] = [await t.member(), await tm.plan(), await tm.plan()]
  const now = at('2027-01-01T00:00', zone)
  await tm.buy(member, held, 'year_price', now, zone)
  const offered = async (currency: string) => {
    const settings = { ...tm.settingsIn(zone), 'site.currency': currency }
    const change = { planId: wanted.id, period: 'month_price', couponCode: null, useBalance: false } as const
    return (await makeOffer(t.database.db, member.id, change, { now, settings })).offer
  }
  expect(await offered('CNY')).toMatchObject({ type: 'change', currency: 'CNY', surplusAmount: 36_000, totalAmount: 0 })
  expect(await offered('USD')).toMatchObject({ type: 'change', currency: 'USD', surplusAmount: 0, totalAmount: 3000, surplusOrderIds: [] })
})

async function monthHeld() {
  const [member, plan] = [await t.member(), await tm.plan()]
  const now = at('2027-01-01T00:00', zone)
  const { id, termEnd } = await tm.buy(member, plan, 'month_price', now, zone)
  const term = await tm.term(member)
  const running = (change: Partial<SubscriptionRow> = {}, when = now) => runningOrders(t.database.db, { ...term, ...change }, 'CNY', when)
  const ids = async (...given: Parameters<typeof running>): Promise<number[]> => (await running(...given)).map((order) => order.id)
  const set = (values: Partial<typeof orders.$inferInsert>) => t.database.db.update(orders).set(values).where(eq(orders.id, id))
  return { member, plan, now, id, end: termEnd!, term, running, ids, set }
}

test('a running order has what it holds without the fee, and its conditions as sold', async () => {
  const { member, plan, now, id, end, running, set } = await monthHeld()
  const sold = {
    id,
    period: 'month_price',
    funds: 3000,
    paid: 3000,
    termStart: now,
    begunAt: now,
    termEnd: end,
    cutMs: 0,
    quota: 10 * GB,
    usedBefore: 0,
  }
  expect(await running()).toEqual([{ ...sold, resetMode: 'monthly' }])
  await set({ feeAmount: 100 })
  expect(await running()).toMatchObject([{ funds: 3000, paid: 2900 }])
  await set({ feeAmount: 5000 })
  expect(await running()).toMatchObject([{ funds: 3000, paid: 0 }])
  const snapshot = { planName: '', groupId: plan.groupId, transferEnable: 7, ...noLimits }
  await set({ feeAmount: 0, snapshot })
  expect(await running()).toMatchObject([{ quota: 7, resetMode: 'monthly', usedBefore: 0 }])
  await set({ snapshot: { ...snapshot, resetMode: 'yearly', usedBefore: 3 } })
  expect(await running()).toMatchObject([{ resetMode: 'yearly', usedBefore: 3 }])
  await set({ cut: { taken: 5, lost: 2, to: end.toISOString() } })
  expect(await running()).toMatchObject([{ cutMs: 7 }])
  await tm.buy(member, plan, 'month_price', now, zone)
  expect(await running()).toMatchObject([{ id }, { funds: 3000, termStart: end }])
})

test('orders that are over, of another plan, not opened, refunded or taken over are not running', async () => {
  const { plan, now, id, end, ids, set } = await monthHeld()
  expect(await ids()).toEqual([id])
  expect([await ids({ planId: null }), await ids({ planId: plan.id + 1 })]).toEqual([[], []])
  expect([await ids({}, end), await ids({ expiresAt: new Date(end.getTime() + 1) }, end)]).toEqual([[], []])
  expect(await ids({}, new Date(end.getTime() - 1))).toEqual([id])
  // An operator ended the term early.
  expect(await ids({ expiresAt: new Date(now.getTime() - 1) })).toEqual([])
  for (const status of ['absorbed', 'refunded', 'review'] as const) {
    await set({ status })
    expect(await ids(), status).toEqual([])
  }
  await set({ status: 'completed' })
  for (const type of ['renew', 'change', 'reset'] as const) {
    await set({ type })
    expect(await ids(), type).toEqual([id])
  }
  await set({ termStart: null, termEnd: null })
  expect(await ids()).toEqual([])
})

test('a permanent plan counts permanent orders only, and a term none of them', async () => {
  const { id, ids, set } = await monthHeld()
  expect(await ids({ expiresAt: null })).toEqual([])
  await set({ termEnd: null })
  expect([await ids({ expiresAt: null }), await ids()]).toEqual([[id], []])
})

test('a pack counts until its own end, or for as long as the plan if it has none', async () => {
  const { id, end, ids, set } = await monthHeld()
  await set({ type: 'reset' })
  expect([await ids({ expiresAt: null }), await ids({ expiresAt: null }, end)]).toEqual([[id], []])
  await set({ termEnd: null })
  expect([await ids({ expiresAt: null }), await ids()]).toEqual([[id], [id]])
})

test('an order that does not say what was sold is not running', async () => {
  const { ids, set } = await monthHeld()
  await set({ period: null })
  expect(await ids()).toEqual([])
  await set({ period: 'month_price', snapshot: null })
  expect(await ids()).toEqual([])
})

test('what is unused of each order is listed by its number, without the bytes that carry over', async () => {
  const { member, plan, now, id, term } = await monthHeld()
  const next = await tm.buy(member, plan, 'month_price', now, zone)
  const context = { now, settings: tm.settingsIn(zone) }
  const expiresAt = next.termEnd
  const unused = (change: Partial<SubscriptionRow>) => unusedOrders(t.database.db, { ...term, expiresAt, ...change }, 'CNY', context)
  expect(Object.fromEntries(await unused({}))).toEqual({ [id]: 3000, [next.id]: 3000 })
  // The plan was cut to half, and 5 GB carry over.
  expect((await unused({ extraBytes: 5 * GB })).get(id)).toBe(1500)
})
