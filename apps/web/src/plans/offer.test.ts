import type { MemberPlan } from '@portico/contract/plans'
import { expect, test } from 'vitest'
import { offeredPeriods, whyNot } from './offer.ts'

const plan: MemberPlan = {
  id: 1,
  name: 'Basic',
  content: '',
  tags: [],
  currency: 'CNY',
  transfer_enable: 1,
  speed_limit: null,
  device_limit: null,
  places_left: null,
  month_price: 1000,
  quarter_price: null,
  half_year_price: null,
  year_price: 10_000,
  two_year_price: null,
  three_year_price: null,
  onetime_price: 5000,
  reset_price: 100,
  held: false,
  can_renew: false,
  can_buy: true,
}
const held: MemberPlan = { ...plan, id: 2, held: true, can_renew: true, can_buy: false }

test('a newcomer is offered every period that is sold, but no traffic reset', () => {
  expect(offeredPeriods(plan, { expired_at: null })).toEqual(['month_price', 'year_price', 'onetime_price'])
})

test('who holds a plan for a time renews by months, who holds it for good does not', () => {
  expect(offeredPeriods(held, { expired_at: '2030-01-31T00:00:00.000Z' })).toEqual(['month_price', 'year_price'])
  expect(offeredPeriods(held, { expired_at: null })).toEqual(['onetime_price'])
})

test('a plan that cannot be had says why', () => {
  const barred = { ...plan, can_buy: false }
  expect(whyNot(plan, [plan])).toBeNull()
  expect(whyNot(held, [plan, held])).toBeNull()
  expect(whyNot({ ...held, can_renew: false }, [held])).toBe('plans.no_renew')
  expect(whyNot({ ...barred, places_left: 0 }, [barred, held])).toBe('plan.sold_out')
  expect(whyNot(barred, [barred, held])).toBe('plans.other_active')
  expect(whyNot(barred, [barred])).toBe('plans.not_sold')
})
