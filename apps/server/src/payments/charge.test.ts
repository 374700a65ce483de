import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeOf, convert, feeOf } from './charge.ts'

test.each([
  // total, hundredths of a percent, fixed, fee
  [1000, 0, 0, 0],
  [1000, 250, 0, 25],
  [1000, 250, 30, 55],
  [1, 4999, 0, 0],
  [1, 5000, 0, 1],
  [199, 250, 0, 5],
  [10, 500, 0, 1],
  [9, 500, 0, 0],
  [30, 500, 0, 2],
  [333, 333, 0, 11],
  [1000, 10_000, 0, 1000],
  [100_000_000_000_000, 9999, 1, 99_990_000_000_001],
])('of %i at %i hundredths of a percent and %i fixed, the fee is %i', (total, feePercent, feeFixed, fee) => {
  expect(feeOf(total, { feePercent, feeFixed })).toBe(fee)
})

test.each([
  ['exact', 1000, 140_000, 140],
  ['rounded up, not off', 1001, 140_000, 141],
  ['the least amount is one unit', 1, 1, 1],
  ['into yen', 1000, 200_000, 200],
  ['into yen, rounded up', 999, 200_001, 200],
  ['beyond what a float holds', 90_071_992_547_409, 10_000_001, 900_720_015_546_083],
])('conversion: %s', (_, amount, rate, expected) => {
  expect(convert(amount, rate)).toBe(expected)
})

test('a conversion is never below the exact value and never a whole unit above', () => {
  const amount = fc.integer({ min: 1, max: 10 ** 9 })
  const rounded = fc.property(amount, amount, (from, rate) => {
    const above = BigInt(convert(from, rate)) * 1_000_000n - BigInt(from) * BigInt(rate)
    return above >= 0n && above < 1_000_000n
  })
  expect(fc.check(rounded)).toMatchObject({ failed: false })
})

const order = { totalAmount: 1000, currency: 'CNY' }
const method = { driver: 'stripe', feePercent: 100, feeFixed: 5, currency: 'USD', exchangeRate: 140_000 } as const

test('the fee is charged in the currency of the order and converted with it; the same currency needs no rate and ignores one; another currency without a rate, or with an unreasonable one, cannot be charged, nor can more than the largest amount', () => {
  expect(chargeOf(order, method)).toEqual({ feeAmount: 15, amount: 1015, payAmount: 143, payCurrency: 'USD', exchangeRate: 140_000 })
  expect(chargeOf(order, { ...method, currency: 'CNY' })).toMatchObject({ payAmount: 1015, payCurrency: 'CNY', exchangeRate: null })
  expect(chargeOf(order, { ...method, exchangeRate: null })).toBeNull()
  expect(chargeOf(order, { ...method, exchangeRate: 98_000_000_000_000 })).not.toBeNull()
  expect(chargeOf(order, { ...method, exchangeRate: 100_000_000_000_000 })).toBeNull()
  expect(chargeOf({ ...order, totalAmount: 10 ** 14 }, { ...method, exchangeRate: Number.MAX_SAFE_INTEGER })).toBeNull()
  const dear = { driver: 'manual', feePercent: 0, feeFixed: 100_000_000_000, currency: 'CNY', exchangeRate: null } as const
  expect(chargeOf(order, dear)).toBeNull()
  expect(chargeOf(order, { ...dear, feeFixed: 99_999_999_000 })).toMatchObject({ amount: 100_000_000_000 })
})
