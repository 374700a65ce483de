import { expect, test } from 'vitest'
import { placeOf, regions } from './regions.ts'

test.each([
  ['🇭🇰 香港 01', 'HK'],
  ['Tokyo 1', 'JP'],
  ['US-LA', 'US'],
  ['us 3', 'US'],
  ['UK London', 'GB'],
  ['uk2', 'GB'],
  ['Jakarta, Indonesia', 'ID'],
  ['印度尼西亚 1', 'ID'],
  ['印度 1', 'IN'],
  ['广州 → 香港 IEPL', 'HK'],
  ['深港专线 3', 'HK'],
  ['🇫🇮 Helsinki', 'FI'],
  ['SG01 CN2', 'SG'],
  // English words, not codes.
  ['it is my node in use', null],
  ['Premium US', 'US'],
  ['Jerusalem', null],
  ['Node 7', null],
  ['', null],
])('%s is in %s', (name, place) => {
  expect(placeOf([name])).toBe(place)
})

test('a tag tells the place of a node whose name does not; every region is found by its own name in both languages', () => {
  expect(placeOf(['Fast 1', 'premium', 'JP'])).toBe('JP')
  expect(placeOf(['HK 1', 'JP'])).toBe('HK')
  for (const { code, en, zh } of regions) expect([placeOf([`${en} 1`]), placeOf([`${zh} 1`])]).toEqual([code, code])
})
