import { expect, test } from 'vitest'
import { msgpack } from './msgpack.ts'

const hex = (value: unknown): string => msgpack(value).toString('hex')

// Values from the tables of the format's specification.
test.each([
  [null, 'c0'],
  [true, 'c3'],
  [false, 'c2'],
  [0, '00'],
  [127, '7f'],
  [128, 'cc80'],
  [255, 'ccff'],
  [256, 'cd0100'],
  [65_536, 'ce00010000'],
  [4_294_967_296, 'cf0000000100000000'],
  [-1, 'd3ffffffffffffffff'],
  [0.5, 'cb3fe0000000000000'],
  ['', 'a0'],
  ['a', 'a161'],
  ['é', 'a2c3a9'],
  [[], '90'],
  [{}, '80'],
  [{ users: [{ id: 1 }] }, '81a575736572739181a2696401'],
])('%j is %s', (value, bytes) => {
  expect(hex(value)).toBe(bytes)
})

test('lengths use the header that fits them', () => {
  expect(hex('x'.repeat(31)).slice(0, 2)).toBe('bf')
  expect(hex('x'.repeat(32)).slice(0, 4)).toBe('d920')
  expect(hex('x'.repeat(256)).slice(0, 6)).toBe('da0100')
  expect(hex('x'.repeat(65_536)).slice(0, 10)).toBe('db00010000')
  expect(hex(Array.from({ length: 16 }, () => 1)).slice(0, 6)).toBe('dc0010')
  expect(hex(Array.from({ length: 65_536 }, () => 1)).slice(0, 10)).toBe('dd00010000')
  expect(hex(Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, 1]))).slice(0, 6)).toBe('de0010')
})
