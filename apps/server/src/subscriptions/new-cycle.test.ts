import { expect, test } from 'vitest'
import { cycleBytes, newCycle, refilled, usedOfCycle } from './carry-over.ts'

// 100 bytes a cycle, of which 30 carry over.
const plain = { transferEnable: 130, extraBytes: 30, up: 0, down: 0, usedBefore: 0 }

test.each([
  ['nothing used', { up: 0, down: 0 }, { used: 0, left: 30 }],
  ['some of the cycle’s own', { up: 40, down: 20 }, { used: 60, left: 30 }],
  ['all of them', { up: 40, down: 60 }, { used: 100, left: 30 }],
  ['some that carry over', { up: 40, down: 80 }, { used: 100, left: 10 }],
  ['everything', { up: 70, down: 60 }, { used: 100, left: 0 }],
  ['more than everything', { up: 90, down: 60 }, { used: 100, left: 0 }],
])('a new cycle after %s', (_, counters, { used, left }) => {
  const term = { ...plain, ...counters }
  expect([cycleBytes(term), usedOfCycle(term)]).toEqual([100, used])
  expect(newCycle(term)).toEqual({ transferEnable: 100 + left, extraBytes: left, up: 0, down: 0, usedBefore: 0 })
})

test('after a reset within the cycle, used bytes still count as used; those that carry over do not', () => {
  const once = refilled({ ...plain, up: 50, down: 60 })
  expect(once).toEqual({ transferEnable: 120, extraBytes: 20, up: 0, down: 0, usedBefore: 100 })
  expect(refilled({ ...once, down: 40 })).toEqual({ transferEnable: 120, extraBytes: 20, up: 0, down: 0, usedBefore: 140 })
})
