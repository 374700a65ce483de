import { eachPeriod } from '@portico/contract/periods'
import { expect, test } from 'vitest'
import { nextRenewals } from './concerned.ts'

const none = eachPeriod((): number | null => null)
const renewing = [
  { period: 'month_price' as const, amount: 1000, members: 30, next: null },
  { period: 'month_price' as const, amount: 800, members: 7, next: null },
  { period: 'year_price' as const, amount: 9000, members: 2, next: null },
]
const stored = { ...none, month_price: 1000, year_price: 9000 }
const after = (month_price: number | null, from: string | null = null) =>
  nextRenewals(renewing, stored, { ...stored, month_price }, from).map(({ members, amount, from: day }) => [members, amount, day])

test('a lower price counts for those who pay more, a higher one from the day on or not at all, and an emptied one ends renewals', () => {
  expect(after(900)).toEqual([
    [30, 900, null],
    [7, 800, null],
  ])
  expect(after(1200)).toEqual([
    [30, 1000, null],
    [7, 800, null],
  ])
  expect(after(1200, '2030-01-31')).toEqual([
    [30, 1200, '2030-01-31'],
    [7, 1200, '2030-01-31'],
  ])
  expect(after(null)).toEqual([
    [30, null, null],
    [7, null, null],
  ])
})

test('nothing is said of a price that stays or cannot be read, but for those who shall pay it from a day on', () => {
  expect(after(1000)).toEqual([])
  expect(after(Number.NaN)).toEqual([])
  expect(after(1000, '2030-01-31')).toEqual([[7, 1000, '2030-01-31']])
})
