import { expect, test } from 'vitest'
import { stateOf } from './coupon-state.ts'
import { type CouponRow, coupons } from './coupons.table.ts'
import { CouponState } from '@portico/contract/coupons-admin'
import { forFile, startApp } from '../../test/harness.ts'

const now = new Date('2027-01-10T12:00:00Z')
const at = (ms: number): Date => new Date(now.getTime() + ms)
type Facts = Pick<CouponRow, 'enabled' | 'startsAt' | 'endsAt' | 'used' | 'limitUse'>
const plain: Facts = { enabled: true, startsAt: null, endsAt: null, used: 0, limitUse: null }

test.each<[string, Partial<Facts>, string]>([
  ['without limits', {}, 'running'],
  ['disabled', { enabled: false }, 'disabled'],
  ['disabled, over and used up', { enabled: false, endsAt: at(-1), used: 1, limitUse: 1 }, 'disabled'],
  ['one moment before its end', { endsAt: at(1) }, 'running'],
  ['at its end', { endsAt: at(0) }, 'over'],
  ['after its end', { endsAt: at(-1) }, 'over'],
  ['over and used up', { endsAt: at(-1), used: 1, limitUse: 1 }, 'over'],
  ['with one use left', { used: 2, limitUse: 3 }, 'running'],
  ['with its last use taken', { used: 3, limitUse: 3 }, 'used_up'],
  ['with more uses than its limit, which was lowered', { used: 4, limitUse: 3 }, 'used_up'],
  ['used up before it begins', { startsAt: at(1), used: 1, limitUse: 1 }, 'used_up'],
  ['one moment before it begins', { startsAt: at(1) }, 'not_started'],
  ['at its beginning', { startsAt: at(0) }, 'running'],
  ['begun', { startsAt: at(-1), endsAt: at(1), used: 9 }, 'running'],
])('a coupon %s', (_, facts, state) => {
  expect(stateOf({ ...plain, ...facts } as CouponRow, now)).toBe(state)
})

const t = await forFile(startApp({ now: () => now }))
const admin = await t.admin()

const moments = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)))

test('each coupon is in the list of the state it shows, and in no other', async () => {
  const limits = [{ limitUse: null }, { limitUse: 2, used: 1 }, { limitUse: 1, used: 1 }]
  const made = [true, false].flatMap((enabled) =>
    moments.flatMap((startsAt) => moments.flatMap((endsAt) => limits.map((limit) => ({ enabled, startsAt, endsAt, ...limit })))),
  )
  const named = made.map((one, i) => ({ ...one, code: `STATE-${i}`, name: 'Any', kind: 'percent' as const, value: 10 }))
  await t.database.db.insert(coupons).values(named)
  const listed = async (query: object): Promise<{ code: string; state: string }[]> =>
    (await admin.call('GET', '/admin/coupons', { page_size: 100, ...query })).body.items
  const all = await listed({})
  expect(all).toHaveLength(made.length)
  for (const state of CouponState.options) {
    const shown = all.filter((one) => one.state === state)
    expect(shown.length, state).toBeGreaterThan(0)
    expect(
      (await listed({ state })).map(({ code }) => code),
      state,
    ).toEqual(shown.map(({ code }) => code))
  }
})
