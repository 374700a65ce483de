import { expect, test } from 'vitest'
import { readDirection, readMoney } from './read-money.ts'

const read = (text: string, named = '', usual = 'CNY') => {
  const money = readMoney(text, { named, usual })
  return money === null || money === 'none' ? money : [money.amount, money.currency]
}

test.each<[string, number]>([
  ['10', 1000],
  ['10.5', 1050],
  ['10.50', 1050],
  ['10.5000', 1050],
  ['1,234.50', 123_450],
  ['1,234', 123_400],
  ['10,00', 1000],
  ['1.234,50', 123_450],
  ["1'234.50", 123_450],
  ['1 234.50', 123_450],
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
  '10 OUT',
  '10 XX',
  '(10',
  '99999999999999',
  '1e3',
  '10.00 20.00',
])('%s is not an amount', (text) => {
  expect(read(text)).toBeNull()
})

test('a currency beside the amount is read, and must not contradict another', () => {
  expect(read('10.00 USD')).toEqual([1000, 'USD'])
  expect(read('USD 10.00', 'USD')).toEqual([1000, 'USD'])
  expect(read('10.00 USD', 'CNY')).toBeNull()
  expect(read('USD 10.00 EUR')).toBeNull()
  expect(read('$10.00')).toBeNull()
  expect(read('$10.00', 'HKD')).toEqual([1000, 'HKD'])
  expect(read('€10,00', '', 'EUR')).toEqual([1000, 'EUR'])
  expect(read('£10.00', 'EUR')).toBeNull()
  expect(read('10.00', 'YUAN')).toBeNull()
  expect(read('1,000', 'JPY')).toEqual([1000, 'JPY'])
  expect(read('10.50', 'JPY')).toBeNull()
})

test.each<[string, 'in' | 'out' | null]>([
  ['Credit', 'in'],
  ['收入', 'in'],
  ['贷', 'in'],
  ['Debit', 'out'],
  ['支出', 'out'],
  ['借', 'out'],
  ['不计收支', 'out'],
  ['', 'out'],
  ['/', 'out'],
  ['transfer', null],
])('the direction %j is read as %s', (text, direction) => {
  expect(readDirection(text)).toBe(direction)
})
