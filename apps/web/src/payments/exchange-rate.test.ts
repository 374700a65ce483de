import { expect, test } from 'vitest'
import { rateText, readRate } from './exchange-rate.ts'

test.each([
  ['0.14', 'CNY', 'USD', 140_000],
  ['7.2', 'USD', 'CNY', 7_200_000],
  // 100 cents are 155.5 yen, so a million cents are 1,555,000.
  ['155.5', 'USD', 'JPY', 1_555_000],
  ['0.0064', 'JPY', 'USD', 640_000],
  ['0.00000001', 'JPY', 'USD', 1],
])('a rate of %s from %s to %s is stored as %d', (text, site, gateway, kept) => {
  expect(readRate(text, site, gateway)).toBe(kept)
  expect(rateText(kept, site, gateway)).toBe(text)
})

test('a rate too fine to store is refused, not rounded', () => {
  expect(readRate('155.55555', 'USD', 'JPY')).toBeNaN()
})
