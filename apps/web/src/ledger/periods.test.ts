import { expect, test } from 'vitest'
import { daysOf, isWhole, PERIODS, periodOf } from './periods.ts'

test('last month is whole, across the new year and in leap years; the running month and year end today; days are recognised as the period they are, others are not', () => {
  expect(daysOf('last_month', '2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOf('last_month', '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf('this_month', '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  expect(daysOf('this_year', '2026-11-22')).toEqual({ from: '2026-01-01', to: '2026-11-22' })
  for (const period of PERIODS) expect(periodOf(daysOf(period, '2026-11-22'), '2026-11-22')).toBe(period)
  expect(periodOf({ from: '2026-11-02', to: '2026-11-22' }, '2026-11-22')).toBe(null)
  expect(periodOf({ from: '2026-11-01' }, '2026-11-22')).toBe(null)
})

test.each([
  ['2026-10', {}, true],
  ['2026-11', {}, false],
  ['2026-10', { from: '2026-10-02' }, false],
  ['2026-10', { from: '2026-10-01', to: '2026-10-31' }, true],
  ['2026-10', { to: '2026-10-30' }, false],
  ['2026-12', { from: '2026-12-01' }, false],
])('on 22 November, %s with %j chosen is whole: %s', (month, days, whole) => {
  expect(isWhole(month, days, '2026-11-22')).toBe(whole)
})
