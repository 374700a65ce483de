import { expect, test } from 'vitest'
import { type RunningOrder, type Term, unusedOf } from './surplus.ts'

const QUOTA = 100
const [start, now, end] = ['2027-01-01', '2027-01-11', '2027-02-01'].map((day) => new Date(`${day}T00:00Z`)) as [Date, Date, Date]
const cycle = { resetMode: 'monthly', usedBefore: 0, cycleBeganAt: start, nextResetAt: end, nextPartAt: null, resetZone: null } as const
const january: RunningOrder = { ...cycle, id: 1, period: 'month_price', paid: 3101, termStart: start, termEnd: end, quota: QUOTA }
const term: Term = { ...cycle, expiresAt: end, anchorDay: 1, transferEnable: QUOTA, up: 0, down: 0 }

test('days that an operator took away are worth nothing; a gift of traffic makes no more of a plan than was sold', () => {
  // 21 of 31 days are left, then 4
  expect(unusedOf([january], term, now, 'UTC')).toEqual([2100])
  expect(unusedOf([january], { ...term, expiresAt: new Date('2027-01-15T00:00Z') }, now, 'UTC')).toEqual([400])
  const permanent = { ...january, period: 'onetime_price', termEnd: null } as const
  expect(unusedOf([permanent], { ...term, expiresAt: null, transferEnable: QUOTA + 50 }, now, 'UTC')).toEqual([3101])
  expect(unusedOf([january], { ...term, transferEnable: QUOTA + 50 }, start, 'UTC')).toEqual([3101])
})
