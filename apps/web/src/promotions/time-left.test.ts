import { expect, test } from 'vitest'
import { clockOf } from './time-left.ts'

test.each([
  [-5000, 0, '00:00:00'],
  [0, 0, '00:00:00'],
  [1, 0, '00:00:01'],
  [59_001, 0, '00:01:00'],
  [3_599_000, 0, '00:59:59'],
  [86_399_000, 0, '23:59:59'],
  [86_400_000, 1, '00:00:00'],
  [2 * 86_400_000 + 3_723_000, 2, '01:02:03'],
])('%i milliseconds are %i days and %s', (ms, days, clock) => {
  expect(clockOf(ms)).toEqual({ days, clock })
})
