import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { Period } from '@portico/contract/periods'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { at, GB, timeMachine } from '../../test/time-machine.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { fulfillOrder } from './fulfill-order.ts'
import { orders } from './orders.table.ts'
import { renewDue } from '../renewals/renew-due.ts'

// Each scenario gives the local times of actions and the state expected afterwards, in the same zone. The test calculates
// nothing.

const t = await forFile(startApp())
const tm = timeMachine(t)
const shop = await openShop(t)

describe('where a term ends', () => {
  const month: Period[] = ['month_price']
  const scenarios: [zone: string, begins: string, bought: Period[], ends: string][] = [
    ['Asia/Shanghai', '2027-01-01T00:00', month, '2027-02-01T00:00'],
    ['Asia/Shanghai', '2027-01-15T10:30', month, '2027-02-15T10:30'],
    ['Asia/Shanghai', '2027-01-31T10:00', month, '2027-02-28T10:00'],
    ['Asia/Shanghai', '2027-01-30T10:00', month, '2027-02-28T10:00'],
    ['Asia/Shanghai', '2027-01-29T10:00', month, '2027-02-28T10:00'],
    ['Asia/Shanghai', '2027-01-28T10:00', month, '2027-02-28T10:00'],
    ['Asia/Shanghai', '2028-01-31T10:00', month, '2028-02-29T10:00'],
    ['Asia/Shanghai', '2028-01-30T10:00', month, '2028-02-29T10:00'],
    ['Asia/Shanghai', '2028-01-29T10:00', month, '2028-02-29T10:00'],
    ['Asia/Shanghai', '2027-03-31T23:59', month, '2027-04-30T23:59'],
    ['Asia/Shanghai', '2027-12-31T23:59', month, '2028-01-31T23:59'],
    ['Asia/Shanghai', '2028-02-29T08:00', ['year_price'], '2029-02-28T08:00'],
    ['Asia/Shanghai', '2027-02-28T08:00', ['year_price'], '2028-02-28T08:00'],
    ['Asia/Shanghai', '2028-02-29T08:00', ['two_year_price'], '2030-02-28T08:00'],
    ['Asia/Shanghai', '2028-02-29T08:00', ['three_year_price'], '2031-02-28T08:00'],
    ['Asia/Shanghai', '2027-11-30T08:00', ['quarter_price'], '2028-02-29T08:00'],
    ['Asia/Shanghai', '2026-11-30T08:00', ['quarter_price'], '2027-02-28T08:00'],
    ['Asia/Shanghai', '2027-08-31T08:00', ['half_year_price'], '2028-02-29T08:00'],
    // Bought again at once: the anchor day comes back after the short month.
    ['Asia/Shanghai', '2027-01-31T10:00', ['month_price', 'month_price'], '2027-03-31T10:00'],
    ['Asia/Shanghai', '2027-01-31T10:00', ['month_price', 'month_price', 'month_price'], '2027-04-30T10:00'],
    ['Asia/Shanghai', '2028-01-31T10:00', ['month_price', 'year_price'], '2029-02-28T10:00'],
    ['Asia/Shanghai', '2027-01-31T10:00', ['year_price', 'month_price'], '2028-02-29T10:00'],
    ['Asia/Shanghai', '2028-02-29T10:00', ['year_price', 'three_year_price'], '2032-02-29T10:00'],
    // The day of the month is the site's, not London's.
    ['Asia/Shanghai', '2027-02-01T06:00', month, '2027-03-01T06:00'],
    ['UTC', '2027-01-31T22:00', month, '2027-02-28T22:00'],
    ['Asia/Kathmandu', '2027-01-31T03:00', month, '2027-02-28T03:00'],
    // Summer time: the local time stays, the number of hours differs.
    ['Europe/Berlin', '2027-03-15T09:00+01:00', month, '2027-04-15T09:00+02:00'],
    ['Europe/Berlin', '2027-10-15T09:00+02:00', month, '2027-11-15T09:00+01:00'],
    ['America/New_York', '2027-02-28T12:00-05:00', month, '2027-03-28T12:00-04:00'],
    // 02:30 does not exist on that day: it becomes 03:30.
    ['America/New_York', '2027-02-14T02:30-05:00', month, '2027-03-14T03:30-04:00'],
  ]
  test.each(scenarios)('%s %s: %j until %s', async (zone, begins, bought, ends) => {
    const [member, sold] = await Promise.all([t.member(), tm.plan()])
    for (const period of bought) expect((await tm.buy(member, sold, period, at(begins, zone), zone)).status).toBe('completed')
    expect((await tm.term(member)).expiresAt).toEqual(at(ends, zone))
  })
})

describe('a year of monthly renewals keeps its anchor day', () => {
  const scenarios: [begins: string, renewedDaysBefore: number, ends: string][] = [
    ['2027-01-28T10:00', 1, '2028-01-28T10:00'],
    ['2027-01-29T10:00', 1, '2028-01-29T10:00'],
    ['2027-01-30T10:00', 0, '2028-01-30T10:00'],
    ['2027-01-31T10:00', 3, '2028-01-31T10:00'],
    ['2027-05-31T10:00', 20, '2028-05-31T10:00'],
    ['2028-02-29T10:00', 1, '2029-02-28T10:00'],
  ]
  const zone = 'Asia/Shanghai'
  test.each(scenarios)('from %s, each %d days ahead, until %s', async (begins, ahead, ends) => {
    const [member, sold] = await Promise.all([t.member(), tm.plan()])
    await tm.buy(member, sold, 'month_price', at(begins, zone), zone)
    for (let month = 1; month < 12; month++) {
      const { expiresAt } = await tm.term(member)
      // The last moment of the term still counts.
      await tm.buy(member, sold, 'month_price', new Date(expiresAt!.getTime() - ahead * 86_400_000), zone)
    }
    expect((await tm.term(member)).expiresAt).toEqual(at(ends, zone))
  })

  test('a member who returns after the end starts a new term with that day as the anchor', async () => {
    const [member, sold] = await Promise.all([t.member(), tm.plan()])
    await tm.buy(member, sold, 'month_price', at('2027-01-31T10:00', zone), zone)
    await tm.buy(member, sold, 'month_price', at('2027-02-28T10:01', zone), zone)
    await tm.buy(member, sold, 'month_price', at('2027-03-01T10:00', zone), zone)
    expect((await tm.term(member)).expiresAt).toEqual(at('2027-04-28T10:01', zone))
  })
})

test('the next month counts from the end that an operator set', async () => {
  const [member, sold, zone] = [await t.member(), await tm.plan(), 'Asia/Shanghai']
  await tm.buy(member, sold, 'month_price', at('2027-02-15T10:00', zone), zone)
  await t.database.db
    .update(subscriptions)
    .set({ expiresAt: at('2027-03-25T10:00', zone) })
    .where(eq(subscriptions.accountId, member.id))
  await tm.buy(member, sold, 'month_price', at('2027-03-01T10:00', zone), zone)
  expect((await tm.term(member)).expiresAt).toEqual(at('2027-04-25T10:00', zone))
})

describe('one quota in each cycle', () => {
  const zone = 'Asia/Shanghai'
  const run = (now: string) => resetTraffic(t.database, at(now, zone), zone)
  const scenarios: [name: string, steps: [when: string, what: Period | number | 'job', left: number][]][] = [
    [
      'a renewal in mid-cycle adds none',
      [
        ['2027-01-10T10:00', 'month_price', 10],
        ['2027-01-20T10:00', 4, 6],
        ['2027-01-21T10:00', 'month_price', 6],
        ['2027-02-09T23:59', 'job', 6],
        ['2027-02-10T00:00', 'job', 10],
      ],
    ],
    [
      'a renewal on the last day begins the cycle that was left out, once',
      [
        ['2027-01-10T10:00', 'month_price', 10],
        ['2027-02-10T09:00', 9, 1],
        ['2027-02-10T09:30', 'month_price', 10],
        ['2027-02-10T10:00', 'job', 10],
        ['2027-02-10T10:01', 'job', 10],
      ],
    ],
    [
      'a purchase just before midnight is not wiped by the job after it',
      [
        ['2027-01-31T23:59', 'month_price', 10],
        ['2027-01-31T23:59', 2, 8],
        ['2027-02-01T00:00', 'job', 8],
      ],
    ],
    [
      'three days without the job: one reset, and the next on its day',
      [
        ['2027-01-31T10:00', 'quarter_price', 10],
        ['2027-02-20T10:00', 7, 3],
        ['2027-03-03T10:00', 'job', 10],
        ['2027-03-03T11:00', 5, 5],
        ['2027-03-30T23:59', 'job', 5],
        ['2027-03-31T00:00', 'job', 10],
      ],
    ],
    [
      'a reset pack fills the quota now and leaves the day of the next reset',
      [
        ['2027-01-10T10:00', 'quarter_price', 10],
        ['2027-01-25T10:00', 10, 0],
        ['2027-01-25T11:00', 'reset_price', 10],
        ['2027-01-26T10:00', 3, 7],
        ['2027-02-10T10:00', 'job', 10],
      ],
    ],
    [
      'a permanent plan is never refilled by time',
      [
        ['2027-01-10T10:00', 'onetime_price', 10],
        ['2027-01-25T10:00', 6, 4],
        ['2028-01-10T10:00', 'job', 4],
        ['2028-01-10T11:00', 'onetime_price', 10],
      ],
    ],
    [
      'the last day of a term has no quota of its own; a renewal on that day does',
      [
        ['2027-01-10T10:00', 'month_price', 10],
        ['2027-01-25T10:00', 6, 4],
        ['2027-02-10T09:00', 'job', 4],
        ['2027-02-10T09:30', 'month_price', 10],
        ['2027-02-10T09:31', 'job', 10],
        ['2027-02-10T10:01', 'job', 10],
      ],
    ],
    [
      'an ended term is not filled',
      [
        ['2027-01-10T10:00', 'month_price', 10],
        ['2027-01-25T10:00', 6, 4],
        ['2027-02-10T10:01', 'job', 4],
        ['2027-03-10T10:01', 'job', 4],
      ],
    ],
  ]
  test.each(scenarios)('%s', async (_, steps) => {
    const [member, sold] = await Promise.all([t.member(), tm.plan()])
    for (const [when, what, left] of steps) {
      if (what === 'job') await run(when)
      else if (typeof what === 'number') await tm.use(member, what * GB, at(when, zone))
      else await tm.buy(member, sold, what, at(when, zone), zone)
      const { transferEnable, up, down } = await tm.term(member)
      expect((transferEnable - up - down) / GB, when).toBe(left)
    }
  })
})

describe('to the minute', () => {
  const zone = 'Asia/Shanghai'
  test.each([
    ['2027-02-09T09:00', '2027-02-10T10:00', 'a day and an hour ahead: not yet'],
    ['2027-02-09T10:00', '2027-03-10T10:00', 'a day ahead: renewed'],
    ['2027-02-10T09:59', '2027-03-10T10:00', 'a minute ahead: renewed'],
    ['2027-02-10T10:01', '2027-02-10T10:00', 'over: no more'],
  ])('after automatic renewal at %s the term ends at %s (%s)', async (when, ends) => {
    const [member, sold] = await Promise.all([t.member(), tm.plan()])
    await tm.buy(member, sold, 'month_price', at('2027-01-10T10:00', zone), zone)
    await shop.give(member, 5000)
    await member.call('POST', '/muser/update', { auto_renewal: true })
    const context = { now: at(when, zone), settings: tm.settingsIn(zone) }
    const failed = vi.fn<() => void>()
    const run = { ...context, now: () => context.now }
    await renewDue(t.database, run, failed)
    await renewDue(t.database, run, failed)
    expect(failed).not.toHaveBeenCalled()
    const open = await t.database.db.select().from(orders).where(eq(orders.status, 'processing'))
    for (const { id } of open.filter((order) => order.accountId === member.id)) await fulfillOrder(t.database, id, context)
    expect((await tm.term(member)).expiresAt).toEqual(at(ends, zone))
    await member.call('POST', '/muser/update', { auto_renewal: false })
  })
})
