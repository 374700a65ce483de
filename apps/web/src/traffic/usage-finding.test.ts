import { expect, test } from 'vitest'
import { findingOf } from './usage-finding.ts'

const day = (name: string, billed: number | null, before: number | null) => ({ day: name, billed, before })

test('whole days are compared with the same days before; today counts for the sum alone; a day that the period before did not have is not compared; there is no comparison with nothing', () => {
  const days = [day('2030-01-01', 60, 100), day('2030-01-02', 28, 0), day('2030-01-03', 5, 400), day('2030-01-04', null, 400)]
  expect(findingOf({ today: '2030-01-03', days })).toEqual({ sum: 93, change: -12 })
  const longer = [day('2030-01-01', 50, 50), day('2030-01-02', 99, null)]
  expect(findingOf({ today: '2030-01-03', days: longer })).toEqual({ sum: 149, change: 0 })
  const quiet = [day('2030-01-01', 50, 0), day('2030-01-02', 1, 7)]
  expect(findingOf({ today: '2030-01-02', days: quiet })).toEqual({ sum: 51, change: null })
  expect(findingOf({ today: '2030-01-02', days: [] })).toEqual({ sum: 0, change: null })
})
