import type { Location } from '@portico/contract/outages'
import { expect, test } from 'vitest'
import { linesOf, stonesFor } from './location-stones.ts'

const places = (n: number): Location[] =>
  Array.from({ length: n }, (_, i) => ({ name: String(i + 1), status: 'up', uptime: 10_000, days: [] }))
const names = (n: number) => stonesFor(places(n)).map((place) => place?.name ?? '')

test('the first location is at the top, the next stand beside it, and every stone has one', () => {
  expect(names(11).join('')).toBe('1086421357911')
  expect(names(10).join('')).toBe('97531246810')
})

test('with less than ten locations the legs are blank', () => {
  expect(names(4)).toEqual(['', '', '3', '1', '2', '4', '', ''])
  expect(names(1)).toEqual(['', '', '', '1', '', '', ''])
  expect(names(0)).toEqual(Array.from({ length: 9 }).fill(''))
})

test('an arch has 7 to 13 stones, and more locations than that do not make it larger', () => {
  expect([1, 7, 9, 10, 40].map((n) => stonesFor(places(n)).length)).toEqual([7, 11, 13, 10, 13])
})

test('a long name takes two lines between its words, and is cut only where no stone could hold it', () => {
  const lines = (name: string, fits = 10) => linesOf(name, fits).map(({ text }) => text)
  expect(lines('Hong Kong')).toEqual(['Hong Kong'])
  expect(lines('Los Angeles')).toEqual(['Los', 'Angeles'])
  expect(lines('United Arab Emirates')).toEqual(['United Arab', 'Emirates'])
  expect(lines('法兰克福')).toEqual(['法兰克福'])
  expect(lines('阿拉伯联合酋长国').join('')).toBe('阿拉伯联合酋长国')
  expect(linesOf('Netherlands', 10)).toEqual([{ text: 'Netherlands', isLong: true }])
  expect(lines('Llanfairpwllgwyngyll')).toEqual(['Llanfairpwll…'])
})
