import { expect, test } from 'vitest'
import { type Cell, toCsv } from './csv.ts'

const body = (rows: Cell[][]): string => toCsv(['a', 'b'], rows, 'Asia/Shanghai').slice('\uFEFFa,b\r\n'.length)

test('a table begins with a byte order mark and its columns, and lines end as the standard says', () => {
  expect(toCsv(['code', '名称'], [['A1', '夏季']], 'UTC')).toBe('\uFEFFcode,名称\r\nA1,夏季\r\n')
  expect(toCsv(['a'], [], 'UTC')).toBe('\uFEFFa\r\n')
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

test('numbers stay numbers, also below zero; amounts have the decimals of their currency, and times are local', () => {
  expect(body([[-5, 0]])).toBe('-5,0\r\n')
  expect(
    body([
      [
        { amount: -450, currency: 'CNY' },
        { amount: 450, currency: 'JPY' },
      ],
    ]),
  ).toBe('-4.50,450\r\n')
  expect(body([[new Date('2026-11-30T16:00:01Z'), undefined]])).toBe('2026-12-01 00:00:01,\r\n')
})
