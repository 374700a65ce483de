import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../test/harness.ts'
import { addMonths, dayKey, dayOfMonth, daysBetween } from './calendar.ts'
import { conditionsOf } from './subscriptions/conditions.ts'
import { grantTerm, lockSubscription } from './subscriptions/change-subscription.ts'
import { isActive } from './subscriptions/state.ts'
import { subscriptions } from './subscriptions/subscriptions.table.ts'

const SHANGHAI = 'Asia/Shanghai'

test.each([
  ['the end of January to the end of February', '2027-01-31T10:00+08:00', 1, 31, '2027-02-28T10:00+08:00'],
  ['… of a leap year', '2028-01-31T10:00+08:00', 1, 31, '2028-02-29T10:00+08:00'],
  ['… of a century that is none', '2100-01-31T10:00+08:00', 1, 31, '2100-02-28T10:00+08:00'],
  ['and from there back to the 31st', '2027-02-28T10:00+08:00', 1, 31, '2027-03-31T10:00+08:00'],
  ['the 31st to a month of thirty days', '2027-03-31T10:00+08:00', 1, 31, '2027-04-30T10:00+08:00'],
  ['the 30th of January to the end of February', '2027-01-30T10:00+08:00', 1, 30, '2027-02-28T10:00+08:00'],
  ['and from there back to the 30th, not the 31st', '2027-02-28T10:00+08:00', 1, 30, '2027-03-30T10:00+08:00'],
  ['half a year from the end of August', '2027-08-31T10:00+08:00', 6, 31, '2028-02-29T10:00+08:00'],
  ['a year from 29 February', '2028-02-29T10:00+08:00', 12, 29, '2029-02-28T10:00+08:00'],
  ['four years from 29 February', '2028-02-29T10:00+08:00', 48, 29, '2032-02-29T10:00+08:00'],
  ['over the new year', '2027-12-31T23:59+08:00', 1, 31, '2028-01-31T23:59+08:00'],
  ['an ordinary day', '2027-05-15T00:00+08:00', 3, 15, '2027-08-15T00:00+08:00'],
])('months: %s', (_, from, months, anchor, expected) => {
  expect(addMonths(new Date(from), months, anchor, SHANGHAI)).toEqual(new Date(expected))
})

test.each([
  ['the clocks go forward in between', '2027-03-15T12:00+01:00', 15, 'Europe/Berlin', '2027-04-15T12:00+02:00'],
  ['the clocks go back in between', '2027-10-15T12:00+02:00', 15, 'Europe/Berlin', '2027-11-15T12:00+01:00'],
  ['the hour does not exist on that day', '2027-02-28T02:30+01:00', 28, 'Europe/Berlin', '2027-03-28T03:30+02:00'],
  ['the hour comes twice on that day', '2027-09-30T02:30+02:00', 31, 'Europe/Berlin', '2027-10-31T02:30+02:00'],
  ['south of the equator', '2027-03-15T12:00+13:00', 15, 'Pacific/Auckland', '2027-04-15T12:00+12:00'],
  ['midnight does not exist on that day', '2027-02-28T00:00-05:00', 14, 'America/Havana', '2027-03-14T01:00-04:00'],
])('local time stays the same: %s', (_, from, anchor, zone, expected) => {
  expect(addMonths(new Date(from), 1, anchor, zone)).toEqual(new Date(expected))
})

test('a day is a day in the given zone', () => {
  const at = new Date('2027-01-31T17:00Z')
  expect([dayOfMonth(at, 'UTC'), dayOfMonth(at, SHANGHAI)]).toEqual([31, 1])
  expect([dayKey(at, 'UTC'), dayKey(at, SHANGHAI)]).toEqual(['2027-01-31', '2027-02-01'])
})

test('each month of a term ends on the day it began, or on the last day of a shorter month', () => {
  const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom('UTC', SHANGHAI, 'Asia/Kathmandu')
  fc.assert(
    fc.property(start, zone, (first, z) => {
      const anchor = dayOfMonth(first, z)
      let at = first
      for (let month = 0; month < 30; month++) {
        const next = addMonths(at, 1, anchor, z)
        const lastDay = dayOfMonth(new Date(Date.parse(`${dayKey(addMonths(next, 1, 1, z), z)}T12:00Z`) - 24 * 3_600_000), 'UTC')
        expect(dayOfMonth(next, z)).toBe(Math.min(anchor, lastDay))
        expect(next.getTime() % 86_400_000).toBe(first.getTime() % 86_400_000)
        at = next
      }
      expect(at).toEqual(addMonths(first, 30, anchor, z))
    }),
    { numRuns: 50 },
  )
})

let clock = new Date('2027-01-31T10:00+08:00')
const t = await forFile(startApp({ now: () => clock }))

async function termOf(accountId: number) {
  const [row] = await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId))
  return row!
}

async function buy(id: number, planId: number, period: string): Promise<void> {
  const session = { 'x-token': await t.signIn(id) }
  const placed = await t.call('POST', '/muser/order/save', { plan_id: planId, period }, session)
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  const admin = await t.admin()
  await admin.call('POST', `/admin/orders/${placed.body.trade_no}/payment`, { note: 'cash' })
  await t.runJobs()
}

test('a term bought on 31 January and renewed monthly returns to the 31st; after a gap it starts over', async () => {
  const [member, plan] = [await t.member(), await t.plan()]
  const timeline = [
    ['2027-01-31T10:00+08:00', 'month_price', '2027-02-28T10:00+08:00'],
    ['2027-02-20T00:00+08:00', 'month_price', '2027-03-31T10:00+08:00'],
    // It is still running at the very last moment.
    ['2027-03-31T10:00+08:00', 'month_price', '2027-04-30T10:00+08:00'],
    ['2027-04-01T00:00+08:00', 'year_price', '2028-04-30T10:00+08:00'],
    ['2028-04-30T09:59+08:00', 'month_price', '2028-05-31T10:00+08:00'],
    ['2028-06-10T08:00+08:00', 'month_price', '2028-07-10T08:00+08:00'],
  ] as const
  for (const [now, period, until] of timeline) {
    clock = new Date(now)
    await buy(member.id, plan.id, period)
    expect((await termOf(member.id)).expiresAt).toEqual(new Date(until))
  }
})

test('a renewal keeps the used traffic, a new term starts with none', async () => {
  clock = new Date('2027-06-01T00:00+08:00')
  const [member, plan] = [await t.member(), await t.plan()]
  const use = () => t.database.db.update(subscriptions).set({ up: 5, down: 7 }).where(eq(subscriptions.accountId, member.id))
  await buy(member.id, plan.id, 'month_price')
  await use()
  await buy(member.id, plan.id, 'month_price')
  expect(await termOf(member.id)).toMatchObject({ up: 5, down: 7, expiresAt: new Date('2027-08-01T00:00+08:00') })
  clock = new Date('2027-08-01T00:00:00.001+08:00')
  await buy(member.id, plan.id, 'month_price')
  expect(await termOf(member.id)).toMatchObject({ up: 0, down: 0, expiresAt: new Date('2027-09-01T00:00:00.001+08:00') })
})

test('a permanent term has no end, is always active and has no reset day', async () => {
  clock = new Date('2027-06-01T00:00+08:00')
  const [member, plan] = [await t.member(), await t.plan({ onetime_price: 5000 })]
  await buy(member.id, plan.id, 'onetime_price')
  const subscription = await termOf(member.id)
  expect(subscription).toMatchObject({ planId: plan.id, expiresAt: null, anchorDay: null })
  expect(isActive(subscription, new Date('2999-01-01'))).toBe(true)
})

test('days between two dates count calendar days', () => {
  expect(daysBetween('2027-03-01', '2027-03-01')).toBe(0)
  expect(daysBetween('2028-02-28', '2028-03-01'), 'over a leap day').toBe(2)
  expect(daysBetween('2026-12-31', '2028-01-01')).toBe(366)
})

test('a term lasts until its last millisecond', () => {
  const expiresAt = new Date('2027-06-01T00:00Z')
  expect(isActive({ groupId: 1, expiresAt }, expiresAt)).toBe(true)
  expect(isActive({ groupId: 1, expiresAt }, new Date(expiresAt.getTime() + 1))).toBe(false)
  expect(isActive({ groupId: null, expiresAt: null }, expiresAt)).toBe(false)
})

test('another plan starts its own term with its own anchor day', async () => {
  clock = new Date('2027-01-31T10:00+08:00')
  const [member, first, second] = [await t.member(), await t.plan(), await t.plan()]
  const grant = (plan: typeof first, months: number, now: string) =>
    t.database.transaction(async (tx) => {
      const given = { planId: plan.id, ...conditionsOf(plan, 'monthly'), months }
      return (await grantTerm(tx, await lockSubscription(tx, member.id), given, new Date(now), SHANGHAI)).row
    })
  expect(await grant(first, 1, '2027-01-31T10:00+08:00')).toMatchObject({ anchorDay: 31 })
  const changed = await grant(second, 1, '2027-02-10T10:00+08:00')
  expect(changed).toMatchObject({ planId: second.id, anchorDay: 10, expiresAt: new Date('2027-03-10T10:00+08:00') })
})
