import { expect, test } from 'vitest'
import { secondsFrom } from './use-seconds-until.ts'

test('a countdown begins with all its seconds, shows a begun second as one, and ends at 0', () => {
  const at = (ms: number): number => secondsFrom(50_000 + ms, 60_000)
  expect([0, 1, 999, 1000, 9001, 9999, 10_000, 90_000].map(at)).toEqual([10, 10, 10, 9, 1, 1, 0, 0])
})
