import type { DecimalSign } from '@portico/contract/statements-imports-admin'
import { expect, test } from 'vitest'
import { decimalOf, readDirection, readMoney } from './read-money.ts'

const read = (text: string, named = '', usual = 'CNY', decimal: DecimalSign = 'point') => {
  const money = readMoney(text, { named, usual, decimal })
  return typeof money === 'string' ? money : [money.amount, money.currency]
}

test.each<[string, number]>([
  ['10', 1000],
  ['10.5', 1050],
  ['10.50', 1050],
  ['10.5000', 1050],
  ['.50', 50],
  ['1,234.50', 123_450],
  ['1,234', 123_400],
  ["1'234.50", 123_450],
  ['1 234.50', 123_450],
  ['1\u00a0234.50', 123_450],
  ['１２．５０', 1250],
  ['¥10.00', 1000],
  ['￥10.00', 1000],
  ['10.00元', 1000],
  ['RMB 10.00', 1000],
  ['10.00 CNY', 1000],
  ['+10.00', 1000],
  ['10.00 CR', 1000],
  ['10.00C', 1000],
  ['-10.00', -1000],
  ['- 10.00', -1000],
  ['−10.00', -1000],
  ['¥-10.00', -1000],
  ['-¥10.00', -1000],
  ['10.00-', -1000],
  ['(10.00)', -1000],
  ['（¥10.00）', -1000],
  ['10.00 DR', -1000],
  ['10.00D', -1000],
  ['10.00 CNY DR', -1000],
])('%s is %i', (text, amount) => {
  expect(read(text)).toEqual([amount, 'CNY'])
})

test.each<[string, number]>([
  ['12,50', 1250],
  ['1.234,50', 123_450],
  ['1.234', 123_400],
  ['1 234,5', 123_450],
  ['-12,50', -1250],
  ['(1.234.567,89)', -123_456_789],
])('with a decimal comma, %s is %i', (text, amount) => {
  expect(read(text, '', 'EUR', 'comma')).toEqual([amount, 'EUR'])
})

test.each(['', ' ', '-', '/'])('%j is an empty cell', (text) => {
  expect(read(text)).toBe('none')
})

test.each([
  'ten',
  '10.005',
  '1,23,4',
  '12,3456',
  '1.2.3',
  '--10',
  '-10-',
  '10 XX',
  '(10',
  '99999999999999',
  '1e3',
  '10.00 20.00',
  '12 50',
  // With a decimal point, a comma separates thousands.
  '12,50',
  '1.234,50',
])('%s is not an amount', (text) => {
  expect(read(text)).toBe('amount')
})

test('a currency beside the amount is read, and must not contradict another', () => {
  expect(read('10.00 USD')).toEqual([1000, 'USD'])
  expect(read('USD 10.00', 'USD')).toEqual([1000, 'USD'])
  expect(read('10.00 USD', 'CNY')).toBe('currency')
  expect(read('USD 10.00 EUR')).toBe('currency')
  expect(read('10 OUT')).toBe('currency')
  expect(read('$10.00')).toBe('currency')
  expect(read('$10.00', 'HKD')).toEqual([1000, 'HKD'])
  expect(read('€10,00', '', 'EUR', 'comma')).toEqual([1000, 'EUR'])
  expect(read('£10.00', 'EUR')).toBe('currency')
  expect(read('10.00', 'YUAN')).toBe('currency')
  expect(read('1,000', 'JPY')).toEqual([1000, 'JPY'])
  expect(read('10.50', 'JPY')).toBe('amount')
})

test.each<[string, 'in' | 'out' | 'neither' | null]>([
  ['Credit', 'in'],
  ['收入', 'in'],
  ['贷', 'in'],
  ['Debit', 'out'],
  ['支出', 'out'],
  ['借', 'out'],
  ['不计收支', 'neither'],
  ['', 'neither'],
  ['/', 'neither'],
  ['transfer', null],
])('the direction %j is read as %s', (text, direction) => {
  expect(readDirection(text)).toBe(direction)
})

test.each<[string, DecimalSign | 'either' | null]>([
  ['10', null],
  ['10.00', 'point'],
  ['12,5', 'comma'],
  ['1,234.50', 'point'],
  ['1.234,50', 'comma'],
  ['1,234,567', 'point'],
  ['1.234.567', 'comma'],
  ['1,234', 'either'],
  ['-¥1.234', 'either'],
  ['0.125', 'point'],
  ['1234,567', 'comma'],
])('the decimal sign of %s is %s', (text, sign) => {
  expect(decimalOf(text)).toBe(sign)
})
