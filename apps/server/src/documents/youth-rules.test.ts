import { expect, test } from 'vitest'
import { templateFaults } from '../formats/templates/link-template.ts'
import { isResting, readYouthRules, STARTING_YOUTH_RULES } from './youth-rules.ts'

const zone = 'Europe/Berlin'
const resting = (hours: Parameters<typeof isResting>[0], ...moments: string[]) =>
  moments.map((moment) => isResting(hours, new Date(moment), zone))

test('the built-in rules have no faults', () => {
  expect(templateFaults('youth', STARTING_YOUTH_RULES)).toEqual([])
  const { names, blocked, hours } = readYouthRules(STARTING_YOUTH_RULES)
  expect([names.length, hours]).toMatchObject([2, [{ from: '22:00', to: '06:00' }]])
  expect(blocked.suffixes).toContain('bet365.com')
})

test('a night belongs to the day on which it begins', () => {
  // 20 November 2026 is a Friday; Berlin is one hour ahead of UTC.
  const friday = [{ days: ['fri' as const], from: '22:00', to: '06:00' }]
  const [before, begun, late] = ['2026-11-20T20:59:59Z', '2026-11-20T21:00:00Z', '2026-11-21T04:59:59Z']
  expect(resting(friday, before, begun, late, '2026-11-21T05:00:00Z')).toEqual([false, true, true, false])
  expect(resting(friday, '2026-11-20T04:00:00Z', '2026-11-21T21:30:00Z')).toEqual([false, false])
  const sunday = [{ days: ['sun' as const], from: '23:00', to: '01:00' }]
  expect(resting(sunday, '2026-11-22T22:30:00Z', '2026-11-22T23:30:00Z', '2026-11-21T23:30:00Z')).toEqual([true, true, false])
  const day = [{ days: ['sat' as const], from: '00:00', to: '24:00' }]
  expect(resting(day, '2026-11-20T22:59:00Z', '2026-11-20T23:00:00Z', '2026-11-21T22:59:00Z', '2026-11-21T23:00:00Z')).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(resting([], begun)).toEqual([false])
})

test('local time decides, also on days when clocks change', () => {
  const night = [{ days: ['sat' as const, 'sun' as const], from: '22:00', to: '03:00' }]
  // 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC. 25 October: 03:00 becomes 02:00 again at 01:00 UTC.
  expect(resting(night, '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z')).toEqual([true, false])
  expect(resting(night, '2026-10-25T00:59:00Z', '2026-10-25T01:00:00Z', '2026-10-25T01:59:00Z', '2026-10-25T02:00:00Z')).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(resting(night, '2026-07-04T19:59:00Z', '2026-07-04T20:00:00Z')).toEqual([false, true])
})

test('domains are read in the form used on the wire, and faults come with their lines', () => {
  const text = (suffix: string, keyword = 'casino') =>
    `hours: []\ncategories:\n  - name: {zh: 一, en: One}\n    suffixes:\n      - ${suffix}\n    keywords: [${keyword}]\n`
  expect(readYouthRules(text('"*.Bücher.Example"')).blocked).toEqual({ suffixes: ['xn--bcher-kva.example'], keywords: ['casino'] })
  expect(readYouthRules(text('"top"')).blocked.suffixes).toEqual(['top'])
  const faults = (given: string) => templateFaults('youth', given).map(({ line, code, detail }) => [line, code, detail])
  for (const bad of ['"a,REJECT"', '"a b.com"', '"192.0.2.1"', '"https://a.example.com/"', '"-"', '"x\\ny.com"']) {
    expect([bad, faults(text(bad))[0]?.slice(0, 2)]).toEqual([bad, [5, 'bad_domain']])
  }
  expect(faults(text('a.example.com', 'xx'))).toEqual([[6, 'bad_keyword', 'xx']])
  expect(faults(text('a.example.com', '"ca,no"'))).toEqual([[6, 'bad_keyword', 'ca,no']])
  expect(faults('categories: []\nhours:\n  - {days: [mon], from: "25:00", to: "06:00"}\n')).toEqual([[3, 'bad_hours', 'hours.0.from']])
  expect(faults('categories: []\nhours:\n  - {days: [mon], from: "06:00", to: "06:00"}\n')).toEqual([[3, 'bad_hours', '06:00–06:00']])
  expect(faults('categories: []\nhours:\n  - {days: [monday], from: "06:00", to: "07:00"}\n')[0]?.slice(0, 2)).toEqual([3, 'bad_hours'])
  expect(faults('categories: []\n')).toEqual([[1, 'wrong_shape', 'hours']])
  expect(faults('a: [')[0]?.[1]).toBe('unparsable')
  expect(faults('hello')[0]?.[1]).toBe('wrong_shape')
  expect(faults('')[0]?.[1]).toBe('wrong_shape')
  expect(faults(text('{{site_title}}'))[0]?.slice(0, 2)).toEqual([5, 'unknown_placeholder'])
})
