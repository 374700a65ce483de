import { expect, test } from 'vitest'
import { standOut } from './stand-out.ts'

test('the highest period is measured by the middle of the others; nothing is said of two periods, or where the usual one is empty', () => {
  expect(standOut([10, 30, 10, 10])).toEqual({ at: 1, times: 3 })
  expect(standOut([10, 20, 45, 10])).toEqual({ at: 2, times: 4.5 })
  expect(standOut([10, 20, 60, 10, 20])).toEqual({ at: 2, times: 4 })
  expect(standOut([1, 2])).toBeNull()
  expect(standOut([0, 0, 5, 0])).toBeNull()
})
