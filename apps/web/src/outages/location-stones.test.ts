import type { Location } from '@portico/contract/outages'
import { expect, test } from 'vitest'
import { linesOf, stonesFor } from './location-stones.ts'

const places = (n: number): Location[] =>
  Array.from({ length: n }, (_, i) => ({ name: String(i + 1), status: 'up', uptime: 10_000, days: [] }))
const names = (n: number) => stonesFor(places(n)).map((place) => place?.name ?? '')

test('the first location is the keystone, the next stand beside it, and the feet stay blank', () => {
  expect(names(0)).toEqual(Array.from({ length: 9 }).fill(''))
  expect(names(4)).toEqual(['', '', '', '2', '1', '3', '', '', ''].with(2, '4'))
  expect(names(9).join('')).toBe('864213579')
})

test('an arch has 9, 11 or 13 stones, and more locations than that do not make it larger', () => {
  expect([9, 10, 12, 40].map((n) => stonesFor(places(n)).length)).toEqual([9, 11, 13, 13])
})

test('a long name takes two lines, and is cut where it still does not fit', () => {
  expect(linesOf('Los Angeles')).toEqual(['Los Angeles'])
  expect(linesOf('United Arab Emirates')).toEqual(['United Arab', 'Emirates'])
  expect(linesOf('法兰克福')).toEqual(['法兰克福'])
  expect(linesOf('阿拉伯联合酋长国')).toEqual(['阿拉伯联合…'])
})
