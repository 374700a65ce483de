import type { MemberPlan } from '@portico/contract/plans'
import { expect, test } from 'vitest'
import { basicPlan } from '../../test/plan.ts'
import { isNearlyUsed, offeredPeriods, purchaseKind, restOf, refusalOf } from './offer.ts'
import { savingOf } from './cards/plan-price.ts'

const plan: MemberPlan = {
  ...basicPlan,
  year_price: 10_000,
  onetime_price: 5000,
  reset_price: 100,
  held: false,
  own_prices: [],
  can_renew: false,
  can_buy: true,
  can_change: false,
  can_reset: false,
}
const held: MemberPlan = { ...plan, id: 2, held: true, can_renew: true, can_buy: false, can_reset: true }
const byMonths = { expired_at: '2030-01-31T00:00:00.000Z' }
const permanent = { expired_at: null }

test('a new member is offered every period on sale, but no traffic reset; holders of a term plan renew by months, holders of a permanent plan do not; both may reset their traffic', () => {
  expect(offeredPeriods(plan, permanent)).toEqual(['month_price', 'year_price', 'onetime_price'])
  expect(offeredPeriods(held, byMonths)).toEqual(['month_price', 'year_price', 'reset_price'])
  expect(offeredPeriods(held, permanent)).toEqual(['onetime_price', 'reset_price'])
  expect(offeredPeriods({ ...held, can_reset: false }, permanent)).toEqual(['onetime_price'])
})

test('where changes are allowed, a holder can switch their plan to the other kind of term; another plan is a new purchase for members without a plan, and a change for members with one', () => {
  const open = { ...held, can_change: true }
  expect(offeredPeriods(open, byMonths)).toEqual(['month_price', 'year_price', 'onetime_price', 'reset_price'])
  expect(purchaseKind(open, 'month_price', byMonths)).toBe('renew')
  expect(purchaseKind(open, 'onetime_price', byMonths)).toBe('change')
  expect(purchaseKind(open, 'year_price', permanent)).toBe('change')
  expect(purchaseKind(open, 'reset_price', permanent)).toBe('reset')
  expect(purchaseKind(plan, 'month_price', permanent)).toBe('new')
  expect(purchaseKind({ ...plan, can_buy: false, can_change: true }, 'month_price', byMonths)).toBe('change')
})

test('a plan that ended lately is renewed for any period, whether or not it is on sale', () => {
  for (const lapsed of [
    { ...plan, can_renew: true, can_buy: false },
    { ...plan, can_renew: true },
  ]) {
    expect(offeredPeriods(lapsed, byMonths)).toEqual(['month_price', 'year_price', 'onetime_price'])
    expect(purchaseKind(lapsed, 'onetime_price', byMonths)).toBe('renew')
    expect(refusalOf(lapsed, [lapsed], 'renew')).toBeNull()
  }
})

test('a plan that cannot be bought says why', () => {
  const barred = { ...plan, can_buy: false }
  expect(refusalOf(plan, [plan], 'new')).toBeNull()
  expect(refusalOf(held, [plan, held], 'renew')).toBeNull()
  expect(refusalOf({ ...barred, can_change: true }, [held], 'change')).toBeNull()
  expect(refusalOf({ ...held, can_renew: false }, [held], 'renew')).toBe('plans.no_renew')
  expect(refusalOf(held, [held], 'reset')).toBeNull()
  expect(refusalOf({ ...held, can_reset: false }, [held], 'reset')).toBe('plans.no_reset')
  expect(refusalOf({ ...barred, places_left: 0 }, [barred, held], 'new')).toBe('plan.sold_out')
  expect(refusalOf(barred, [barred, held], 'new')).toBe('plans.other_active')
  expect(refusalOf(barred, [barred], 'new')).toBe('plans.not_sold')
})

test('a reset is suggested once four fifths of the traffic is used; the value of a replaced plan is its order line plus the credit beyond the price', () => {
  expect(isNearlyUsed({ u: 10, d: 69, transfer_enable: 100 })).toBe(false)
  expect(isNearlyUsed({ u: 10, d: 70, transfer_enable: 100 })).toBe(true)
  expect(isNearlyUsed({ u: 0, d: 0, transfer_enable: 0 })).toBe(false)
  const price = { kind: 'price' as const, amount: 500 }
  expect(restOf({ lines: [price], credit_amount: 0 })).toEqual({ worth: 0, credit: 0 })
  expect(restOf({ lines: [price, { kind: 'surplus', amount: -300 }], credit_amount: 0 })).toEqual({ worth: 300, credit: 0 })
  expect(restOf({ lines: [price, { kind: 'surplus', amount: -500 }], credit_amount: 250 })).toEqual({ worth: 750, credit: 250 })
})

test('a longer period saves against the shortest one, never rounded up; what is permanent, free or dearer saves nothing', () => {
  const periods = offeredPeriods({ ...plan, quarter_price: 2790 }, permanent)
  const saving = (values: Partial<MemberPlan>, period: (typeof periods)[number]) =>
    savingOf({ ...plan, ...values }, periods, period)?.percent ?? 0
  expect(saving({ quarter_price: 2790 }, 'quarter_price')).toBe(7)
  expect(saving({}, 'year_price')).toBe(16)
  expect(saving({}, 'month_price')).toBe(0)
  expect(saving({}, 'onetime_price')).toBe(0)
  expect(saving({ year_price: 0 }, 'year_price')).toBe(0)
  expect(saving({ year_price: 13_000 }, 'year_price')).toBe(0)
  expect(savingOf({ ...plan, quarter_price: 3000 }, ['quarter_price', 'year_price'], 'year_price')).toEqual({
    percent: 16,
    than: 'quarter_price',
  })
  const promotion = { period: 'year_price' as const, amount: 6000, name: 'Autumn', percent: 40, first_order: false, ends_at: null }
  expect(saving({ promotions: [promotion] }, 'year_price')).toBe(50)
  expect(saving({ promotions: [{ ...promotion, first_order: true }] }, 'year_price')).toBe(16)
})
