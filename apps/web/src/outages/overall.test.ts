import type { Location } from '@portico/contract/outages'
import { expect, test } from 'vitest'
import { dataSince, overallOf } from './overall.ts'

const place = (status: Location['status'], uptime: number, ...days: (number | null)[]): Location => ({
  name: status,
  status,
  uptime,
  days: days.map((value, i) => ({ day: `2030-01-0${i + 1}`, uptime: value })),
})

test('all locations count alike, and a day counts the locations that existed; a day before the first location is unknown, and no locations are nothing; an uptime says since when: 90 days, a day, or nothing before the first whole day', () => {
  const all = overallOf([
    place('up', 10_000, null, 10_000),
    place('partly', 9_999, 9_990, 10_000),
    place('maintenance', 10_000, null, null),
  ])
  expect(all).toEqual({
    uptime: 9_999,
    up: 1,
    troubled: 1,
    days: [
      { day: '2030-01-01', uptime: 9_990 },
      { day: '2030-01-02', uptime: 10_000 },
    ],
  })
  expect(overallOf([place('up', 10_000, null)])?.days).toEqual([{ day: '2030-01-01', uptime: null }])
  expect(overallOf([])).toBe(null)
  const since = (...days: (number | null)[]) => dataSince(place('up', 10_000, ...days).days)
  expect(since(10_000, 10_000, 10_000)).toBe('all')
  expect(since(null, 10_000, 10_000)).toEqual({ day: '2030-01-02' })
  expect(since(null, null, 10_000)).toBe('new')
  expect(since(null, null, null)).toBe('new')
  expect(since()).toBe('new')
})
