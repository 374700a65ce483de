import { expect, test } from 'vitest'
import { formatFixed, parseFixed } from './fixed-point.ts'

test.each([
  ['1.5', 2, 150],
  ['0.07', 2, 7],
  [' 12 ', 2, 1200],
  ['1.500', 1, 15],
  ['19.99', 2, 1999],
  ['3', 0, 3],
  ['0.00000125', 8, 125],
])('%s at %d places is stored as %d', (text, places, value) => expect(parseFixed(text, places)).toBe(value))

test.each([
  ['', 2],
  ['1.005', 2],
  ['-1', 2],
  ['1,5', 2],
  ['1e3', 2],
  ['9999999999999', 6],
])('%j at %d places is not a number', (text, places) => expect(parseFixed(text, places)).toBeNaN())

test.each([
  [150, 2, '1.5'],
  [7, 2, '0.07'],
  [100, 2, '1'],
  [0, 2, '0'],
  [100, 0, '100'],
  [125, 8, '0.00000125'],
  [-250, 2, '-2.5'],
])('%d at %d places reads %s', (value, places, text) => expect(formatFixed(value, places)).toBe(text))
