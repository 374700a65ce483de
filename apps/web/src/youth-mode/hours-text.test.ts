import { expect, test } from 'vitest'
import { isOvernight, weekDays } from './hours-text.ts'

test('days are listed from Monday to Sunday, in whatever order they were written; hours whose end is not after their start end on the next day', () => {
  expect(weekDays(['sun', 'fri', 'mon'])).toEqual(['mon', 'fri', 'sun'])
  const ends = [
    ['22:00', '06:00'],
    ['00:00', '24:00'],
    ['12:00', '13:00'],
    ['22:00', '00:00'],
  ].map(([from = '', to = '']) => isOvernight({ from, to }))
  expect(ends).toEqual([true, false, false, true])
})
