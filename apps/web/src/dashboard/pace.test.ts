import { expect, test } from 'vitest'
import { sharesOf } from './pace.ts'

const cycle = { began_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-11T00:00:00Z' }
const after = (days: number): number => Date.parse(cycle.began_at) + days * 86_400_000
const term = { transfer_enable: 100, extra_bytes: 20, u: 10, d: 20, cycle }

test('an even pace uses the cycle’s own bytes by its end and keeps what carries over; what carries over is used last; a plan without cycles has no pace, an empty quota nothing left', () => {
  expect(sharesOf(term, after(0)).pace).toBe(1)
  expect(sharesOf(term, after(5))).toEqual({ left: 0.7, kept: 0.2, pace: 0.6 })
  expect(sharesOf(term, after(10)).pace).toBe(0.2)
  expect(sharesOf(term, after(11)).pace).toBe(0.2)
  expect(sharesOf({ ...term, d: 80 }, after(5))).toMatchObject({ left: 0.1, kept: 0.1 })
  expect(sharesOf({ ...term, d: 200 }, after(5))).toMatchObject({ left: 0, kept: 0 })
  expect(sharesOf({ ...term, cycle: null }, after(5)).pace).toBeNull()
  expect(sharesOf({ ...term, transfer_enable: 0, extra_bytes: 0 }, after(5))).toEqual({ left: 0, kept: 0, pace: null })
})
