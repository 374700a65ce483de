import { CouponBatchInput, CouponInput } from '@portico/contract/coupons-admin'
import { expect, test } from 'vitest'
import { toBatchInput, toCouponForm, toCouponInput } from './coupon-form.ts'

const site = { currency: 'CNY', zone: 'Asia/Shanghai' }
const filled = { ...toCouponForm(null, false, site), name: 'Summer', value: '19.9' }

test('an amount is sent in minor units, a percentage unchanged, and times are in the site’s zone; unreadable input is refused by the contract, never guessed at', () => {
  const amount = toCouponInput({ ...filled, kind: 'amount', starts_at: '2030-01-31 00:00:00' }, site)
  expect(amount).toMatchObject({ code: null, value: 1990, starts_at: '2030-01-30T16:00:00.000Z', plan_ids: null, periods: null })
  expect(toCouponInput({ ...filled, value: '20' }, site)).toMatchObject({ kind: 'percent', value: 20 })
  for (const value of ['', 'x', '1.5', '-1', '101'])
    expect(CouponInput.safeParse(toCouponInput({ ...filled, value }, site)).success).toBe(false)
  expect(CouponBatchInput.safeParse(toBatchInput({ ...filled, value: '5', count: '' }, site)).success).toBe(false)
})

test('a coupon passes through its form unchanged', () => {
  const input = {
    code: 'SUMMER',
    name: 'Summer',
    kind: 'amount' as const,
    value: 1990,
    limit_use: 5,
    limit_per_member: null,
    new_members_only: true,
    plan_ids: [3, 1],
    periods: ['month_price' as const, 'year_price' as const],
    starts_at: '2030-01-01T00:00:00.000Z',
    ends_at: null,
  }
  const rest = { id: 1, currency: 'CNY', used: 0, enabled: true, state: 'running' as const, batch_id: null, deletable: true }
  const form = toCouponForm({ ...input, ...rest, created_at: '2030-01-01T00:00:00.000Z' }, false, site)
  expect(toCouponInput(form, site)).toEqual(input)
})
