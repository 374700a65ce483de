import { expect, test } from 'vitest'
import { CouponState } from '@portico/contract/coupons-admin'
import { forFile, startApp } from '../../test/harness.ts'
import { coupons } from './coupons.table.ts'

// The clock stands still, so that a coupon can begin or end at this very moment.
const now = new Date('2027-01-10T12:00:00Z')
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
