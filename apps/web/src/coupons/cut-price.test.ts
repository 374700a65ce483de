import { expect, test } from 'vitest'
import { cutPrice } from './cut-price.ts'

test('a discount is taken off as the server takes it: halves of the discount round up, and no price falls below 0', () => {
  expect(cutPrice(1000, 'percent', 20)).toBe(800)
  expect(cutPrice(999, 'percent', 50)).toBe(499)
  expect(cutPrice(1000, 'amount', 300)).toBe(700)
  expect(cutPrice(1000, 'amount', 1300)).toBe(0)
})
