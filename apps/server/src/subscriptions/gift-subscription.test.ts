import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { type Gift, giftChange } from './gift-subscription.ts'
import { quotaEnds } from './reset-days.ts'
import { stateOf } from './state.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

const zone = 'Asia/Shanghai'
const now = new Date('2030-03-01T04:00:00Z')
const GB = 2 ** 30
const empty: SubscriptionRow = {
  accountId: 1,
  token: '',
  uuid: '',
  planId: null,
  groupId: null,
  transferEnable: 0,
  extraBytes: 0,
  up: 0,
  down: 0,
  usedBefore: 0,
  usedAt: null,
  speedLimit: null,
  deviceLimit: null,
  ownSpeedLimit: null,
  ownDeviceLimit: null,
  expiresAt: null,
  resetMode: 'monthly',
  anchorDay: null,
  cycleBeganAt: null,
  nextResetAt: null,
  autoRenew: false,
  renewAfter: null,
  renewProblem: null,
}
const held = { ...empty, planId: 7, groupId: 3, transferEnable: 12 * GB, extraBytes: 2 * GB, up: GB, down: GB }
const until = new Date('2030-03-15T04:00:00Z')
const states = {
  'no plan': empty,
  active: { ...held, expiresAt: until, anchorDay: 15, nextResetAt: until },
  'over quota': { ...held, down: 11 * GB, expiresAt: until, anchorDay: 15, nextResetAt: until },
  'active on another plan': { ...held, planId: 8, expiresAt: until, anchorDay: 15, nextResetAt: until },
  expired: { ...held, expiresAt: new Date('2030-02-20T04:00:00Z'), anchorDay: 20, nextResetAt: new Date('2030-03-20T04:00:00Z') },
  permanent: held,
  'permanent on another plan': { ...held, planId: 8 },
} satisfies Record<string, SubscriptionRow>

const plan = { planId: 7, groupId: 3, transferEnable: 20 * GB, speedLimit: 100, deviceLimit: 2, resetMode: 'monthly' as const }
const gifts = {
  days: { kind: 'days', days: 10 },
  traffic: { kind: 'traffic', bytes: 5 * GB, keeps: true },
  'traffic of the cycle': { kind: 'traffic', bytes: 5 * GB, keeps: false },
  reset: { kind: 'reset' },
  plan: { kind: 'plan', plan, days: 30 },
  'plan for good': { kind: 'plan', plan, days: null },
} satisfies Record<string, Gift>

const ends = (date: string) => new Date(`${date}T04:00:00Z`)
/** A new cycle within the quota: the carried-over traffic is still there. */
const kept = { up: 0, down: 0, usedBefore: 0, transferEnable: 12 * GB, extraBytes: 2 * GB }
/** Reset within the cycle: what was paid for stays used. */
const refilled = { ...kept, usedBefore: 2 * GB }
/** Resets are at midnight in Shanghai. */
const resets = (date: string) => new Date(`${date}T00:00:00+08:00`)
const begun = (end: string, reset: string) => ({
  expiresAt: ends(end),
  anchorDay: Number(end.slice(8)),
  cycleBeganAt: now,
  nextResetAt: resets(reset),
  ...kept,
})
const none = { usedBefore: 0, up: 0, down: 0, transferEnable: 20 * GB, extraBytes: 0 }

const matrix: [keyof typeof gifts, keyof typeof states, string | object][] = [
  ['days', 'no plan', 'redeem.needs_plan'],
  ['days', 'active', { expiresAt: ends('2030-03-25'), anchorDay: 25, nextResetAt: until }],
  ['days', 'over quota', { expiresAt: ends('2030-03-25'), anchorDay: 25, nextResetAt: until }],
  ['days', 'active on another plan', { expiresAt: ends('2030-03-25'), anchorDay: 25, nextResetAt: until }],
  ['days', 'expired', begun('2030-03-11', '2030-03-11')],
  ['days', 'permanent', 'redeem.permanent'],
  ['days', 'permanent on another plan', 'redeem.permanent'],
  ['traffic', 'no plan', 'redeem.needs_plan'],
  ['traffic of the cycle', 'no plan', 'redeem.needs_plan'],
  ['traffic', 'active', { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic of the cycle', 'active', { transferEnable: 17 * GB }],
  ['traffic', 'over quota', { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic of the cycle', 'over quota', { transferEnable: 17 * GB }],
  ['traffic', 'active on another plan', { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic of the cycle', 'active on another plan', { transferEnable: 17 * GB }],
  ['traffic', 'expired', 'redeem.needs_running_plan'],
  ['traffic of the cycle', 'expired', 'redeem.needs_running_plan'],
  ['traffic', 'permanent', { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic of the cycle', 'permanent', { transferEnable: 17 * GB }],
  ['traffic', 'permanent on another plan', { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic of the cycle', 'permanent on another plan', { transferEnable: 17 * GB }],
  ['reset', 'no plan', 'redeem.needs_plan'],
  ['reset', 'active', refilled],
  ['reset', 'over quota', { up: 0, down: 0, usedBefore: 10 * GB, transferEnable: 10 * GB, extraBytes: 0 }],
  ['reset', 'active on another plan', refilled],
  ['reset', 'expired', 'redeem.needs_running_plan'],
  ['reset', 'permanent', refilled],
  ['reset', 'permanent on another plan', refilled],
  ['plan', 'no plan', { ...begun('2030-03-31', '2030-03-31'), ...plan, ...none }],
  ['plan', 'active', { expiresAt: ends('2030-04-14'), anchorDay: 14, nextResetAt: resets('2030-03-14') }],
  ['plan', 'over quota', { expiresAt: ends('2030-04-14'), anchorDay: 14, nextResetAt: resets('2030-03-14') }],
  ['plan', 'active on another plan', 'redeem.other_plan'],
  ['plan', 'expired', { ...begun('2030-03-31', '2030-03-31'), ...plan, ...kept, transferEnable: 22 * GB }],
  ['plan', 'permanent', 'redeem.permanent'],
  ['plan', 'permanent on another plan', 'redeem.other_plan'],
  ['plan for good', 'no plan', { ...plan, expiresAt: null, anchorDay: null, cycleBeganAt: null, nextResetAt: null, ...none }],
  ['plan for good', 'active', 'redeem.term_runs'],
  ['plan for good', 'over quota', 'redeem.term_runs'],
  ['plan for good', 'active on another plan', 'redeem.other_plan'],
  [
    'plan for good',
    'expired',
    { ...plan, expiresAt: null, anchorDay: null, cycleBeganAt: null, nextResetAt: null, ...kept, transferEnable: 22 * GB },
  ],
  ['plan for good', 'permanent', 'redeem.permanent'],
  ['plan for good', 'permanent on another plan', 'redeem.other_plan'],
]

/** The error code of a refusal. */
function outcome(subscription: SubscriptionRow, gift: Gift): unknown {
  try {
    return giftChange(subscription, gift, now, zone)
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

test('every gift is tested in every state', () => {
  expect(new Set(matrix.map(([gift, state]) => `${gift} ${state}`)).size).toBe(Object.keys(gifts).length * Object.keys(states).length)
})

test.each(matrix)('%s given to a member with %s', (gift, state, wanted) => {
  expect(outcome(states[state], gifts[gift])).toEqual(wanted)
})

test('no accepted gift takes anything away', () => {
  for (const subscription of Object.values(states)) {
    for (const gift of Object.values(gifts)) {
      const change = outcome(subscription, gift)
      if (typeof change === 'string') continue
      const next = { ...subscription, ...(change as Partial<SubscriptionRow>) }
      expect(next.transferEnable - next.up - next.down).toBeGreaterThanOrEqual(
        subscription.transferEnable - subscription.up - subscription.down,
      )
      expect(next.expiresAt?.getTime() ?? Infinity).toBeGreaterThanOrEqual(
        subscription.groupId === null ? 0 : (subscription.expiresAt?.getTime() ?? Infinity),
      )
      expect(stateOf(next, now)).not.toBe('none')
    }
  }
})

test('a reset without use is refused, and so is anything the plan cannot hold', () => {
  const active = states['active']
  expect(outcome({ ...active, up: 0, down: 0 }, gifts.reset)).toBe('redeem.nothing_used')
  expect(outcome({ ...active, transferEnable: Number.MAX_SAFE_INTEGER }, gifts.traffic)).toBe('redeem.too_much')
  expect(outcome({ ...active, expiresAt: new Date('9989-12-31T00:00:00Z') }, { kind: 'days', days: 3650 })).toBe('redeem.too_much')
})

test('the last moment of a term still counts as running', () => {
  const last = { ...states['active'], expiresAt: now }
  expect(outcome(last, gifts.days)).toMatchObject({ expiresAt: ends('2030-03-11') })
  expect(outcome(last, gifts.traffic)).toEqual({ transferEnable: 17 * GB, extraBytes: 7 * GB })
})

test('added days keep the local time when clocks change', () => {
  const change = giftChange({ ...states['active'], expiresAt: new Date('2030-03-30T11:00:00Z') }, gifts.days, now, 'Europe/Berlin')
  expect(change.expiresAt).toEqual(new Date('2030-04-09T10:00:00Z'))
})

test('a yearly plan has monthly cycles that stop at its end', () => {
  const change = giftChange(empty, { kind: 'plan', plan, days: 365 }, now, zone)
  expect(change).toMatchObject({ expiresAt: ends('2031-03-01'), anchorDay: 1, nextResetAt: resets('2030-04-01') })
})

test('added traffic ends at the next reset or with the term, and needs one of them', () => {
  expect(quotaEnds(states['active'])).toEqual(until)
  expect(quotaEnds({ ...states['active'], nextResetAt: ends('2030-03-05') })).toEqual(ends('2030-03-05'))
  expect(quotaEnds({ ...states['active'], nextResetAt: null })).toEqual(until)
  expect(quotaEnds(states['permanent'])).toBeNull()
})
