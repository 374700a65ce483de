import type { Location } from '@portico/contract/outages'
import { expect, test } from 'vitest'
import { legStones, linesOf, stonesFor } from './location-stones.ts'

const places = (n: number): Location[] =>
  Array.from({ length: n }, (_, i) => ({ name: String(i + 1), status: 'up', uptime: 10_000, days: [] }))
const names = (n: number) => stonesFor(places(n)).map((place) => place?.name ?? '')

test('the first location is at the top, the next stand beside it, and every stone has one; up to nine locations are the curve, above piers; only one or two leave a stone blank; an arch has 3 to 13 stones, and more locations than that do not make it larger; a long name takes two lines between its words, and is cut only where no stone could hold it', () => {
  expect(names(11).join('')).toBe('1086421357911')
  expect(names(10).join('')).toBe('97531246810')
  expect(names(4)).toEqual(['3', '1', '2', '4'])
  expect(names(1)).toEqual(['', '1', ''])
  expect(names(0)).toEqual(['', '', '', '', ''])
  expect([0, 9, 10].map(legStones)).toEqual([0, 0, 2])
  expect([1, 7, 9, 10, 40].map((n) => stonesFor(places(n)).length)).toEqual([3, 7, 9, 10, 13])
  const lines = (name: string, fits = 10) => linesOf(name, fits).map(({ text }) => text)
  expect(lines('Hong Kong')).toEqual(['Hong Kong'])
  expect(lines('Los Angeles')).toEqual(['Los', 'Angeles'])
  expect(lines('United Arab Emirates')).toEqual(['United Arab', 'Emirates'])
  expect(lines('法兰克福')).toEqual(['法兰克福'])
  expect(lines('阿拉伯联合酋长国').join('')).toBe('阿拉伯联合酋长国')
  expect(linesOf('Netherlands', 10)).toEqual([{ text: 'Netherlands', isLong: true }])
  expect(lines('Llanfairpwllgwyngyll')).toEqual(['Llanfairpwll…'])
})
