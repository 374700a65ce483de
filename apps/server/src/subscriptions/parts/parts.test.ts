import { expect, test } from 'vitest'
import { empty } from '../../../test/empty-subscription.ts'
import { noLimits } from '../conditions.ts'
import type { Part } from '../subscriptions.table.ts'
import {
  addGiven,
  aheadOf,
  beginPart,
  boughtUntil,
  broughtBy,
  cutParts,
  givenParts,
  insertSold,
  noParts,
  shiftParts,
  withQuota,
} from './parts.ts'

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

const [third, fourth] = [part('2027-03-03', '2027-03-06', 3), part('2027-03-06', '2027-03-16', 10)]
const both = [code, third, fourth]
const from = (day: string) => ({ nextPartAt: ends(day) })

test('a part of a day is given, and a term may end in 9990', () => {
  const { expiresAt } = addGiven({ expiresAt: ends('9989-12-31'), parts: [] }, 1.5, rate, 'UTC')
  expect(expiresAt).toEqual(new Date('9990-01-01T12:00:00Z'))
  expect(() => addGiven({ expiresAt: ends('9990-12-31'), parts: [] }, 1, rate, 'UTC')).toThrow('redeem.too_much')
})

test.each([
  [100 * GB, 1, 4 * GB],
  [60, 2, 4],
  [1.5 * GB, 30, 1.5 * GB],
  [1.5 * GB, 15, GB],
])('of a quota of %i bytes for thirty days, %i bring %i', (bytes, days, brought) => {
  expect(givenParts(ends('2027-02-01'), days, { bytes, days: 30 }, 'UTC')).toMatchObject([{ days, bytes: brought }])
})

test('what was bought ends where given days begin', () => {
  const until = (parts: Part[]) => boughtUntil({ expiresAt: ends('2027-03-16'), parts })
  expect([until([]), until([code]), until(both)]).toEqual([ends('2027-03-16'), ends('2027-03-16'), ends('2027-03-03')])
  expect(boughtUntil({ expiresAt: null, ...noParts })).toBeNull()
})

test('a second code comes after the first, and before given days', () => {
  const second = part('2027-03-03', '2027-04-02', 30, { sold })
  expect(insertSold({ expiresAt: ends('2027-03-06'), parts: [code, third] }, [second])).toEqual({
    expiresAt: ends('2027-04-05'),
    parts: [code, second, part('2027-04-02', '2027-04-05', 3)],
    ...from('2027-02-01'),
  })
})

test('parts move from a day on', () => {
  const moved = part('2027-03-07', '2027-03-17', 10)
  expect(shiftParts({ parts: both }, ends('2027-03-06'), 86_400_000)).toEqual({ parts: [code, third, moved], ...from('2027-02-01') })
})

test.each<[string, string, Part[]]>([
  ['after a part', '2027-03-06', [code, third]],
  ['within given days: they keep their share', '2027-03-11', [code, third, part('2027-03-06', '2027-03-11', 5)]],
  ['within sold time: its quota stays whole', '2027-02-11', [part('2027-02-01', '2027-02-11', 10, { bytes: 30 * GB, sold })]],
  ['before all', '2027-02-01', []],
])('a term cut %s', (_, end, parts) => {
  expect(cutParts({ parts: both }, ends(end))).toEqual({ parts, nextPartAt: parts[0] ? ends('2027-02-01') : null })
})

test('days over the end of summer time bring no more when their last half hour is cut', () => {
  const autumn = { from: '2027-10-10T04:00:00.000Z', to: '2027-11-09T05:00:00.000Z', days: 30, bytes: 30 * GB }
  expect(cutParts({ parts: [autumn] }, new Date('2027-11-09T04:30:00Z')).parts).toMatchObject([{ bytes: 30 * GB }])
})

test('another quota is for what was sold', () => {
  expect(withQuota({ parts: both }, GB)).toEqual({ parts: [{ ...code, bytes: GB }, third, fourth], ...from('2027-02-01') })
})

test('the part that is due begins with nothing used; those before it are over, and after the last there is none', () => {
  const held = { ...empty, groupId: 2, transferEnable: 12 * GB, extraBytes: 2 * GB, down: 5 * GB, parts: both }
  const begins = (day: string) => beginPart(held, ends(day))
  const cycle = (one: Part) => ({ cycleBeganAt: new Date(one.from), nextResetAt: new Date(one.to) })
  expect(begins('2027-02-01')).toMatchObject({ groupId: 1, transferEnable: 32 * GB, down: 0, ...cycle(code), parts: [third, fourth] })
  const inDays = begins('2027-03-06')
  expect(inDays).toMatchObject({ transferEnable: 12 * GB, extraBytes: 2 * GB, down: 0, ...cycle(fourth), parts: [], nextPartAt: null })
  expect(inDays).not.toHaveProperty('groupId')
  expect(begins('2027-03-16')).toEqual(noParts)
})

test('what is ahead, and what days brought: after a running term, or at once', () => {
  expect([aheadOf(noParts), aheadOf({ parts: both, ...from('2027-02-01') })]).toEqual([
    null,
    { begins: ends('2027-02-01'), bytes: 43 * GB },
  ])
  const before = { ...empty, expiresAt: ends('2027-02-01'), cycleBeganAt: ends('2027-01-01'), parts: [third] }
  const followed = { ...before, expiresAt: ends('2027-03-16'), parts: [third, fourth] }
  expect(broughtBy(before, followed)).toEqual({ begins: ends('2027-03-06'), bytes: 10 * GB })
  const begun = { ...followed, cycleBeganAt: ends('2027-02-02'), transferEnable: 9 * GB, extraBytes: GB, parts: [fourth] }
  expect(broughtBy({ ...before, ...noParts }, begun)).toEqual({ begins: ends('2027-02-02'), bytes: 18 * GB })
})
