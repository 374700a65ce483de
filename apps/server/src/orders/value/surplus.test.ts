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
type Change = {
  first: Period
  more?: Period[]
  used?: number
  when: string
  to: Partial<PlanRow>
  period?: Period
  pays: number
  credit: number
}
// 30.00 for a month from 1 January: 31 days; 360.00 for a year.
const scenarios: [name: string, change: Change][] = [
  [
    'at once, nothing used: all of it',
    { first: 'month_price', when: '2027-01-01T00:00', to: { month_price: 5000 }, pays: 2000, credit: 0 },
  ],
  ['half the time: half of it', { first: 'month_price', when: '2027-01-16T12:00', to: { month_price: 5000 }, pays: 3500, credit: 0 }],
  ['at the last moment: nothing', { first: 'month_price', when: '2027-02-01T00:00', to: { month_price: 5000 }, pays: 5000, credit: 0 }],
  [
    'half the traffic at once: half of it',
    { first: 'month_price', used: 5, when: '2027-01-01T00:00', to: { month_price: 5000 }, pays: 3500, credit: 0 },
  ],
  [
    'half the time, nine tenths of the traffic: the lesser',
    { first: 'month_price', used: 9, when: '2027-01-16T12:00', to: { month_price: 5000 }, pays: 4700, credit: 0 },
  ],
  [
    'half the time, a tenth of the traffic: the lesser',
    { first: 'month_price', used: 1, when: '2027-01-16T12:00', to: { month_price: 5000 }, pays: 3500, credit: 0 },
  ],
  [
    'all traffic used up: nothing',
    { first: 'month_price', used: 10, when: '2027-01-10T00:00', to: { month_price: 5000 }, pays: 5000, credit: 0 },
  ],
  [
    'more than all used: nothing, not less',
    { first: 'month_price', used: 14, when: '2027-01-10T00:00', to: { month_price: 5000 }, pays: 5000, credit: 0 },
  ],
  [
    'to a cheaper plan: the rest goes to the balance',
    { first: 'month_price', when: '2027-01-16T12:00', to: { month_price: 600 }, pays: 0, credit: 900 },
  ],
  [
    'a year after one month: eleven twelfths',
    { first: 'year_price', when: '2027-02-01T00:00', to: { month_price: 40_000 }, pays: 7000, credit: 0 },
  ],
  [
    'a year, month 3 half over, half used: nine months and a half',
    { first: 'year_price', used: 5, when: '2027-03-16T12:00', to: { month_price: 40_000 }, pays: 11_500, credit: 0 },
  ],
  [
    'a year, in month 3 all used: nine months',
    { first: 'year_price', used: 10, when: '2027-03-02T00:00', to: { month_price: 40_000 }, pays: 13_000, credit: 0 },
  ],
  ['a year in its last month', { first: 'year_price', when: '2027-12-16T12:00', to: { month_price: 5000 }, pays: 3500, credit: 0 }],
  [
    'two months bought one after the other: the one to come counts in full',
    { first: 'month_price', more: ['month_price'], when: '2027-01-16T12:00', to: { month_price: 5000 }, pays: 500, credit: 0 },
  ],
  [
    'two months, the first over: only the second counts',
    { first: 'month_price', more: ['month_price'], when: '2027-02-15T00:00', to: { month_price: 5000 }, pays: 3500, credit: 0 },
  ],
  [
    'a year on top of a month',
    { first: 'month_price', more: ['year_price'], when: '2027-01-16T12:00', to: { month_price: 40_000 }, pays: 2500, credit: 0 },
  ],
  [
    'a permanent plan: by traffic left, not by time',
    { first: 'onetime_price', used: 4, when: '2028-01-01T00:00', to: { month_price: 5000 }, pays: 2000, credit: 0 },
  ],
  [
    'a permanent plan used up: nothing',
    { first: 'onetime_price', used: 10, when: '2027-01-02T00:00', to: { month_price: 5000 }, pays: 5000, credit: 0 },
  ],
  [
    'a permanent plan bought twice: only the last fills it',
    {
      first: 'onetime_price',
      more: ['onetime_price'],
      used: 5,
      when: '2027-01-02T00:00',
      to: { month_price: 5000 },
      pays: 2500,
      credit: 0,
    },
  ],
  [
    'from months to permanent',
    { first: 'month_price', when: '2027-01-16T12:00', to: { onetime_price: 5000 }, period: 'onetime_price', pays: 3500, credit: 0 },
  ],
  [
    'a reset pack does not count',
    { first: 'month_price', more: ['reset_price'], when: '2027-01-01T00:00', to: { month_price: 5000 }, pays: 2000, credit: 0 },
  ],
]
test.each(scenarios)('%s', async (_, { first, more = [], used = 0, when, to, period = 'month_price', pays, credit }) => {
  const [member, from, next] = await Promise.all([t.member(), tm.plan(), tm.plan({ ...to, transferEnable: 50 * GB })])
  const begins = at('2027-01-01T00:00', zone)
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
