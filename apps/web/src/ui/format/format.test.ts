import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'
import { byteScale, formatBytes } from './format-bytes.ts'
import { formatMoney } from './format-money.ts'
import { formatDateTime, formatDay, timeAgo } from './format-time.ts'

test.each([
  [0, 1024, '0 B'],
  [1023, 1024, '1,023 B'],
  [1024, 1024, '1 kB'],
  [1536, 1024, '1.5 kB'],
  [1500, 1000, '1.5 kB'],
  [999_999, 1000, '1 MB'],
  [5 * 2 ** 30, 1024, '5 GB'],
  [97.25 * 2 ** 30, 1024, '97.3 GB'],
  [2 ** 40, 1024, '1 TB'],
  [3 * 2 ** 50, 1024, '3 PB'],
  [2 ** 60, 1024, '1 EB'],
  [2 ** 70, 1024, '1,024 EB'],
  [-2048, 1024, '−2 kB'],
] as const)('%d bytes at base %d are %s', (bytes, base, text) => expect(formatBytes(bytes, base)).toBe(text))

test.each([
  [1990, 'USD', false, '$19.90'],
  [-2000, 'CNY', true, '−¥20'],
  [1900, 'USD', true, '$19'],
  [1990, 'USD', true, '$19.90'],
  [1900, 'JPY', true, '¥1,900'],
  [5, 'CNY', false, '¥0.05'],
] as const)('%d minor units of %s are shown as money', (amount, currency, short, text) => {
  expect(formatMoney(amount, currency, 'en', short)).toBe(text)
})

const now = Date.parse('2030-01-02T12:00:00Z')
test.each([
  ['2030-01-02T11:59:40Z', 'just now'],
  ['2030-01-02T11:01:00Z', '59 minutes ago'],
  ['2030-01-02T11:00:00Z', '1 hour ago'],
  ['2030-01-01T12:00:01Z', '23 hours ago'],
  ['2030-01-01T12:00:00Z', 'yesterday'],
  ['2029-11-03T12:00:00Z', '60 days ago'],
  ['2030-01-02T12:30:00Z', 'in 30 minutes'],
])('%s is %s', (time, text) => expect(timeAgo(time, now, 'en')).toBe(text))

test('in Chinese, a time ago has a space after its figure; a time is shown in the site’s zone', () => {
  expect(['2030-01-02T11:59:40Z', '2030-01-01T20:00:00Z'].map((time) => timeAgo(time, now, 'zh-CN'))).toEqual(['刚刚', '16 小时前'])
  expect(formatDateTime('2030-01-01T20:05:00Z', 'Asia/Shanghai')).toBe('2030-01-02 04:05')
  expect(formatDateTime('2030-01-01T20:05:09Z', 'UTC', 'second')).toBe('2030-01-01 20:05:09')
  expect(formatDateTime('2030-01-01T20:05:00Z', 'Asia/Shanghai', 'day')).toBe('2030-01-02')
})

test('a scale of bytes ends at or above the maximum, with round amounts of its unit', () => {
  const read = (most: number): string[] => {
    const { ticks, tickText } = byteScale(most)
    return ticks.map((bytes, i) => tickText(bytes, i === ticks.length - 1))
  }
  expect(read(3.4 * 1024 ** 3)).toEqual(['0', '1', '2', '3', '4 GB'])
  expect(read(600 * 1024 ** 2)).toEqual(['0', '200', '400', '600 MB'])
  expect(read(1010 * 1024 ** 2)).toEqual(['0', '0.5', '1 GB'])
  expect(read(0)).toEqual(['0', '1 B'])
  for (const most of [1, 999, 1000, 1023, 1025, 123_456_789, 2 ** 50]) {
    const { ticks } = byteScale(most)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})

test('a day is named in the reader’s language', () => {
  expect([formatDay('2030-11-05', 'en'), formatDay('2030-11-05', 'zh-CN')]).toEqual(['Nov 5', '11 月 5 日'].map(unbroken))
  expect([formatDay('2030-11-05', 'en', 'weekday'), formatDay('2030-11-05', 'zh-CN', 'weekday')]).toEqual(['Tue', '周二'])
  expect([formatDay('2030-11-05', 'en', 'year'), formatDay('2030-11-05', 'zh-CN', 'year')]).toEqual(
    ['November 2030', '2030 年 11 月'].map(unbroken),
  )
  expect([formatDay('2030-11-05', 'en', 'longMonth'), formatDay('2030-11-05', 'zh-CN', 'longMonth')]).toEqual([
    'November',
    unbroken('11 月'),
  ])
})
