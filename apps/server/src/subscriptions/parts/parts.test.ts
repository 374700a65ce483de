import { expect, test } from 'vitest'
import { noLimits } from '../conditions.ts'
import type { Part } from '../subscriptions.table.ts'
import { addGiven } from './parts.ts'

const GB = 2 ** 30
const rate = { bytes: 30 * GB, days: 30 }
const sold = { groupId: 1, transferEnable: 30 * GB, ...noLimits, resetMode: 'monthly' } as const
const part = (from: string, to: string, days: number, more: Partial<Part> = {}): Part => ({
  from: `${from}T00:00:00.000Z`,
  to: `${to}T00:00:00.000Z`,
  days,
  bytes: days * GB,
  ...more,
})
const ends = (day: string): Date => new Date(`${day}T00:00:00Z`)
const code = part('2027-02-01', '2027-03-03', 30, { sold })

test.each<[string, string, Part[], number, string, Part[]]>([
  ['follow what was bought', '2027-02-01', [], 3, '2027-02-04', [part('2027-02-01', '2027-02-04', 3)]],
  ['follow the time of a code', '2027-03-03', [code], 3, '2027-03-06', [code, part('2027-03-03', '2027-03-06', 3)]],
  ['follow what was bought after the time of a code', '2027-04-03', [code], 3, '2027-04-06', [code, part('2027-04-03', '2027-04-06', 3)]],
  [
    'join those that have not begun, up to the days of a quota',
    '2027-02-28',
    [part('2027-02-01', '2027-02-28', 27)],
    5,
    '2027-03-05',
    [part('2027-02-01', '2027-03-03', 30), part('2027-03-03', '2027-03-05', 2)],
  ],
])('given days %s', (_, until, parts, days, end, expected) => {
  expect(addGiven({ expiresAt: ends(until), parts }, days, rate, 'UTC')).toEqual({
    expiresAt: ends(end),
    parts: expected,
    nextPartAt: new Date(expected[0]!.from),
  })
})
