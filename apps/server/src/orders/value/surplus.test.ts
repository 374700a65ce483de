import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Period } from '@portico/contract/periods'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { at, GB, timeMachine } from '../../../test/time-machine.ts'
import type { PlanRow } from '../../plans/plans.table.ts'
import { lockSubscription } from '../../subscriptions/change-subscription.ts'
import { giveGift } from '../../subscriptions/gift-subscription.ts'
import { resetTraffic } from '../../subscriptions/reset-traffic.ts'
import { orders } from '../orders.table.ts'

// The remaining value of a replaced plan. The expected figures are written down, not calculated.

const t = await forFile(startApp())
const tm = timeMachine(t)
const shop = await openShop(t)

const zone = 'UTC'
const [AT_ONCE, HALF] = ['2027-01-01T00:00', '2027-01-16T12:00']
/** At the middle of January, a plan of 30.00 a month (360.00 a year) bought on the first is replaced by one of 50.00. */
const plain = { first: 'month_price', more: [], used: 0, when: HALF, to: { month_price: 5000 }, period: 'month_price', credit: 0 } as const
type Change = { first: Period; more: Period[]; used: number; when: string; to: Partial<PlanRow>; period: Period; credit: number }
const scenarios: [name: string, pays: number, change: Partial<Change>][] = [
  ['at once, nothing used: all of it', 2000, { when: AT_ONCE }],
  ['half the time: half of it', 3500, {}],
  ['at the last moment: nothing', 5000, { when: '2027-02-01T00:00' }],
  ['half the traffic at once: half of it', 3500, { used: 5, when: AT_ONCE }],
  ['half the time, nine tenths of the traffic: the lesser', 4700, { used: 9 }],
  ['half the time, a tenth of the traffic: the lesser', 3500, { used: 1 }],
  ['all traffic used up: nothing', 5000, { used: 10, when: '2027-01-10T00:00' }],
  ['more than all used: nothing, not less', 5000, { used: 14, when: '2027-01-10T00:00' }],
  ['to a cheaper plan: the rest goes to the balance', 0, { to: { month_price: 600 }, credit: 900 }],
  ['a year after one month: eleven twelfths', 7000, { first: 'year_price', when: '2027-02-01T00:00', to: { month_price: 40_000 } }],
  ['a year, month 3 half over, half used', 11_500, { first: 'year_price', used: 5, when: '2027-03-16T12:00', to: { month_price: 40_000 } }],
  ['a year, in month 3 all used', 13_000, { first: 'year_price', used: 10, when: '2027-03-02T00:00', to: { month_price: 40_000 } }],
  ['a year in its last month', 3500, { first: 'year_price', when: '2027-12-16T12:00' }],
  ['two months bought one after the other: the one to come counts in full', 500, { more: ['month_price'] }],
  ['two months, the first over: only the second counts', 3500, { more: ['month_price'], when: '2027-02-15T00:00' }],
  ['a year on top of a month', 2500, { more: ['year_price'], to: { month_price: 40_000 } }],
  ['a permanent plan: by traffic left, not by time', 2000, { first: 'onetime_price', used: 4, when: '2028-01-01T00:00' }],
  ['a permanent plan used up: nothing', 5000, { first: 'onetime_price', used: 10, when: '2027-01-02T00:00' }],
  [
    'a permanent plan bought twice: only the last fills it',
    2500,
    { first: 'onetime_price', more: ['onetime_price'], used: 5, when: '2027-01-02T00:00' },
  ],
  ['from months to permanent', 3500, { to: { onetime_price: 5000 }, period: 'onetime_price' }],
  ['a reset pack does not count', 2000, { more: ['reset_price'], when: AT_ONCE }],
]
test.each(scenarios)('%s', async (_, pays, change) => {
  const { first, more, used, when, to, period, credit } = { ...plain, ...change }
  const [member, from, next] = await Promise.all([t.member(), tm.plan(), tm.plan({ ...to, transferEnable: 50 * GB })])
  const begins = at(AT_ONCE, zone)
  for (const bought of [first, ...more]) await tm.buy(member, from, bought, begins, zone)
  const now = at(when, zone)
  await resetTraffic(t.database, now, zone)
  await tm.use(member, used * GB, now)
  const order = await tm.buy(member, next, period, now, zone)
  expect(order).toMatchObject({ type: 'change', status: 'completed', totalAmount: pays, creditAmount: credit })
  expect(await tm.term(member)).toMatchObject({ planId: next.id, up: 0, down: 0, transferEnable: 50 * GB })
  const absorbed = await t.database.db.select().from(orders).where(eq(orders.status, 'absorbed'))
  const taken = absorbed.filter((row) => row.accountId === member.id).map((row) => row.id)
  expect(new Set(taken)).toEqual(new Set(order.surplusOrderIds))
})

test('carried-over traffic has no value in a plan change: the rest of it moves along', async () => {
  const [member, from, next] = await Promise.all([t.member(), tm.plan(), tm.plan({ month_price: 5000, transferEnable: 50 * GB })])
  const now = at('2027-01-01T00:00', zone)
  await tm.buy(member, from, 'month_price', now, zone)
  await t.database.transaction(async (tx) => {
    await giveGift(tx, await lockSubscription(tx, member.id), { kind: 'traffic', bytes: 5 * GB, keeps: true }, now, zone)
  })
  // All 10 GB of the plan and 2 more: nothing that was paid for is left.
  await tm.use(member, 12 * GB, now)
  expect(await tm.buy(member, next, 'month_price', now, zone)).toMatchObject({ type: 'change', surplusAmount: 0, totalAmount: 5000 })
  expect(await tm.term(member)).toMatchObject({ transferEnable: 53 * GB, extraBytes: 3 * GB, up: 0, down: 0 })
})

test('changing plans there and back at once returns no more than was paid', async () => {
  const [member, a, b] = await Promise.all([t.member(), tm.plan(), tm.plan({ month_price: 1000 })])
  const now = at('2027-01-01T00:00', zone)
  await tm.buy(member, a, 'month_price', now, zone)
  for (let i = 0; i < 4; i++) {
    await tm.buy(member, b, 'month_price', now, zone)
    await tm.buy(member, a, 'month_price', now, zone)
  }
  const [[paid], balance] = await Promise.all([
    t.database.pool.query('select sum(total_amount)::int as cash from orders where account_id = $1', [member.id]).then(({ rows }) => rows),
    shop.ledger('member', member.id),
  ])
  // The member holds a plan of 30.00 again; every credit on the way was paid for again.
  expect(paid.cash - balance).toBe(3000)
})

test('a plan that ran out adds no value to the next purchase', async () => {
  const [member, a, b, c] = await Promise.all([t.member(), tm.plan(), tm.plan({ month_price: 1000 }), tm.plan({ month_price: 5000 })])
  await tm.buy(member, a, 'year_price', at('2026-01-01T00:00', zone), zone)
  await tm.buy(member, b, 'month_price', at('2027-02-01T00:00', zone), zone)
  expect(await tm.buy(member, c, 'month_price', at('2027-02-01T00:00', zone), zone)).toMatchObject({ surplusAmount: 1000 })
})
