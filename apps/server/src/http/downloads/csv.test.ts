import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const body = (rows: (string | number | null)[][]): string => toCsv(['a', 'b'], rows).slice('\uFEFFa,b\r\n'.length)

test('a table begins with a byte order mark and its columns, and lines end as the standard says', () => {
  expect(toCsv(['code', '名称'], [['A1', '夏季']])).toBe('\uFEFFcode,名称\r\nA1,夏季\r\n')
  expect(toCsv(['a'], [])).toBe('\uFEFFa\r\n')
})

test.each([
  ['commas', 'a,b', '"a,b"'],
  ['quotes', 'say "hi"', '"say ""hi"""'],
  ['line ends', 'a\r\nb', '"a\r\nb"'],
  ['nothing', null, ''],
  ['plain text', 'plain', 'plain'],
])('%s stay in their cell', (_, cell, written) => {
  expect(body([[cell, 'x']])).toBe(`${written},x\r\n`)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is text to a spreadsheet, not a formula', (cell) => {
  expect(body([[cell, 'x']]).replace(/^"/, '')).toMatch(/^'/)
})

test('numbers stay numbers, also below zero', () => {
  expect(body([[-5, 0]])).toBe('-5,0\r\n')
})
