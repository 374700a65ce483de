import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromDecimal, minorDigits, toDecimal } from './money.ts'

// ISO 4217; HUF and IDR have two decimals there, whatever a browser shows.
test.each([
  ['CNY', 2],
  ['USD', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['TWD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['VND', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %i decimals', (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits)
})

test.each([
  [0, 'USD', '0.00'],
  [5, 'USD', '0.05'],
  [1999, 'USD', '19.99'],
  [-1999, 'USD', '-19.99'],
  [-5, 'USD', '-0.05'],
  [1999, 'JPY', '1999'],
  [5, 'KWD', '0.005'],
  [10_000_000_000_000_01, 'CNY', '10000000000000.01'],
])('%i of %s is written %s', (amount, currency, text) => {
  expect(toDecimal(amount, currency)).toBe(text)
})

test.each([
  ['19.99', 'USD', 1999],
  ['19.9', 'USD', 1990],
  ['19', 'USD', 1900],
  ['019.90', 'USD', 1990],
  ['19.9900', 'USD', 1999],
  [' 0.07 ', 'USD', 7],
  ['1.15', 'USD', 115],
  ['4.35', 'USD', 435],
  ['1.005', 'KWD', 1005],
  ['500', 'JPY', 500],
  ['500.00', 'JPY', 500],
])('"%s" in %s is read as %i', (text, currency, amount) => {
  expect(fromDecimal(text, currency)).toBe(amount)
})

test.each(['', ' ', '.', '.5', '5.', '-1', '+1', '1e3', '0x10', '1,000', '1 000', 'NaN', '１０', '19.999', '99999999999999.99'])(
  '"%s" is not an amount',
  (text) => {
    expect(fromDecimal(text, 'USD')).toBeNull()
  },
)

test('an amount finer than its currency allows is refused', () => {
  expect(fromDecimal('0.5', 'JPY')).toBeNull()
})

test('money row 18: an amount above the limit is refused', () => {
  expect([fromDecimal('1000000000.00', 'USD'), fromDecimal('1000000000.01', 'USD')]).toEqual([10 ** 11, null])
})

test('every amount survives formatting and parsing', () => {
  const currency = fc.constantFrom('CNY', 'JPY', 'KWD')
  const check = fc.property(fc.integer({ min: 0, max: 10 ** 11 }), currency, (amount, c) => fromDecimal(toDecimal(amount, c), c) === amount)
  expect(fc.check(check)).toMatchObject({ failed: false })
})
