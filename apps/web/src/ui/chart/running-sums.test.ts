import { expect, test } from 'vitest'
import type { Bar } from './bar.ts'
import { runningSums } from './running-sums.ts'

test('a bar is the sum up to it, days to come have the other period alone, and a period that ended earlier has no more', () => {
  const days: Bar[] = [
    { name: '1', value: 5, previous: 2, more: '1 order' },
    { name: '2', value: 0, previous: 0 },
    { name: '3', value: -1, previous: 4, kind: 'now' },
    { name: '4', value: 0, previous: 1, kind: 'ahead' },
    { name: '5', value: 0, kind: 'ahead' },
  ]
  expect(runningSums(days, String)).toEqual([
    { name: '1', value: 5, previous: 2, more: '+5 · 1 order' },
    { name: '2', value: 5, previous: 2 },
    { name: '3', value: 4, previous: 6, kind: 'now', more: '-1' },
    { name: '4', value: 0, previous: 7, kind: 'ahead' },
    { name: '5', value: 0, kind: 'ahead' },
  ])
})
