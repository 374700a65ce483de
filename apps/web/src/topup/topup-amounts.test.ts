import { expect, test } from 'vitest'
import { amountsToOffer, bonusFor } from './topup-amounts.ts'

const tiers = [
  { amount: 10_000, bonus: 500 },
  { amount: 50_000, bonus: 4000 },
]

test('only the best tier reached counts, not the sum; the choices are the tiers’ amounts, or multiples of the minimum, within the limits', () => {
  expect(bonusFor(9999, tiers)).toBe(0)
  expect(bonusFor(10_000, tiers)).toBe(500)
  expect(bonusFor(60_000, tiers)).toBe(4000)
  expect(bonusFor(100, [])).toBe(0)
  expect(amountsToOffer({ min_amount: 100, max_amount: 20_000, tiers })).toEqual([10_000])
  expect(amountsToOffer({ min_amount: 1000, max_amount: 15_000, tiers: [] })).toEqual([1000, 5000, 10_000])
})
