import { expect, test } from 'vitest'
import { shiftDay } from '../ui/format/calendar.ts'
import { isDay, isRange } from './day-range.ts'

test('days are counted across the ends of months and years; only dates that exist are days; a range runs forward and covers at most a year', () => {
  expect(shiftDay('2030-03-01', -1)).toBe('2030-02-28')
  expect(shiftDay('2032-02-28', 1)).toBe('2032-02-29')
  expect(shiftDay('2030-01-01', -29)).toBe('2029-12-03')
  expect(isDay('2032-02-29')).toBe(true)
  for (const text of ['2030-02-31', '2030-13-01', '2030-1-1', 'today', '']) expect([text, isDay(text)]).toEqual([text, false])
  expect(isRange('2030-01-01', '2030-01-01')).toBe(true)
  expect(isRange('2030-01-02', '2030-01-01')).toBe(false)
  expect(isRange('2030-01-01', '2031-01-01')).toBe(true)
  expect(isRange('2030-01-01', '2031-01-02')).toBe(false)
})
