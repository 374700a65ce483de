import { expect, test } from 'vitest'
import { CHECKS, checksOf } from './checks.ts'

test('without a finding, every check is in order; a finding marks its own check, and no traffic is promised behind it; without a plan, nothing else is said to be in order', () => {
  expect(checksOf([], []).map(({ check }) => check)).toEqual(CHECKS)
  expect(new Set(checksOf([], []).map(({ state }) => state))).toEqual(new Set(['good']))
  const states = Object.fromEntries(checksOf(['too_many_devices', 'clock'], []).map(({ check, state }) => [check, state]))
  expect(states).toMatchObject({ plan: 'good', nodes: 'good', devices: 'fault', clock: 'fault', used: 'unknown' })
  const [plan, ...others] = checksOf(['no_plan'], [])
  expect(plan?.state).toBe('fault')
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['unknown']))
  const unfetched = Object.fromEntries(checksOf([], ['traffic_unfetched']).map(({ check, state }) => [check, state]))
  expect(unfetched).toMatchObject({ link: 'unknown', nodes: 'good', used: 'good' })
})
