import { expect, test } from 'vitest'
import { empty } from '../../test/empty-subscription.ts'
import { AppError } from '../errors.ts'
import { noLimits } from './conditions.ts'
import { type Gift, giftChange } from './gift-subscription.ts'
import { beginPart } from './parts/parts.ts'
import { comingReset, quotaEnds } from './reset-days.ts'
import { stateOf } from './state.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

const zone = 'Asia/Shanghai'
const now = new Date('2030-03-01T04:00:00Z')
const GB = 2 ** 30
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

const plan = { planId: 7, groupId: 3, transferEnable: 20 * GB, ...noLimits, speedLimit: 100, deviceLimit: 2, resetMode: 'monthly' as const }
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
/** What days of the plan bring: 10 GB a month. */
const at = { now, zone, rate: { bytes: 10 * GB, days: 30 }, onTrial: false }
const { planId: _, ...sold } = plan
/** Ten days: 3.3 GB, rounded up. */
const tenDays = { days: 10, bytes: 4 * GB }
const part = (from: string, to: string, more: object) => ({ from: ends(from).toISOString(), to: ends(to).toISOString(), ...more })
const followed = (until: string, parts: object[]) => ({ expiresAt: ends(until), parts, nextPartAt: ends('2030-03-15') })
const begun = (end: string) => ({ expiresAt: ends(end), cycleBeganAt: now, nextResetAt: ends(end), parts: [], nextPartAt: null, ...kept })
const noParts = { parts: [], nextPartAt: null }
const none = { usedBefore: 0, up: 0, down: 0, transferEnable: 20 * GB, extraBytes: 0 }

type State = keyof typeof states
const running: State[] = ['active', 'over quota']
const withEnd: State[] = [...running, 'active on another plan']
const forGood: State[] = ['permanent', 'permanent on another plan']
const holding: State[] = [...withEnd, ...forGood]
const tenDaysLater = followed('2030-03-25', [part('2030-03-15', '2030-03-25', tenDays)])
const monthLater = followed('2030-04-14', [part('2030-03-15', '2030-04-14', { days: 30, bytes: 20 * GB, sold })])
const noEnd = {
  ...plan,
  startsBy: null,
  expiresAt: null,
  anchorDay: null,
  resetZone: null,
  cycleBeganAt: null,
  nextResetAt: null,
  ...noParts,
}
const byKind: [keyof typeof gifts, State[], string | object][] = [
  ['days', ['no plan'], 'redeem.needs_plan'],
  ['days', withEnd, tenDaysLater],
  ['days', ['expired'], { ...begun('2030-03-11'), transferEnable: 6 * GB }],
  ['days', forGood, 'redeem.permanent'],
  ['traffic', ['no plan'], 'redeem.needs_plan'],
  ['traffic', holding, { transferEnable: 17 * GB, extraBytes: 7 * GB }],
  ['traffic', ['expired'], 'redeem.needs_running_plan'],
  ['traffic of the cycle', ['no plan'], 'redeem.needs_plan'],
  ['traffic of the cycle', holding, { transferEnable: 17 * GB }],
  ['traffic of the cycle', ['expired'], 'redeem.needs_running_plan'],
  ['reset', ['no plan'], 'redeem.needs_plan'],
  ['reset', ['active', 'active on another plan', ...forGood], refilled],
  ['reset', ['over quota'], { up: 0, down: 0, usedBefore: 10 * GB, transferEnable: 10 * GB, extraBytes: 0 }],
  ['reset', ['expired'], 'redeem.needs_running_plan'],
  ['plan', ['no plan'], { ...begun('2030-03-31'), ...plan, ...none, anchorDay: 1, resetZone: zone }],
  ['plan', running, monthLater],
  ['plan', ['active on another plan', 'permanent on another plan'], 'redeem.other_plan'],
  ['plan', ['expired'], { ...begun('2030-03-31'), ...plan, ...kept, transferEnable: 22 * GB, anchorDay: 1, resetZone: zone }],
  ['plan', ['permanent'], 'redeem.permanent'],
  ['plan for good', ['no plan'], { ...noEnd, ...none }],
  ['plan for good', running, 'redeem.term_runs'],
  ['plan for good', ['active on another plan', 'permanent on another plan'], 'redeem.other_plan'],
  ['plan for good', ['expired'], { ...noEnd, ...kept, transferEnable: 22 * GB }],
  ['plan for good', ['permanent'], 'redeem.permanent'],
]
const matrix = byKind.flatMap(([gift, held, wanted]) => held.map((state) => [gift, state, wanted] as const))

/** The error code of a refusal. */
function outcome(subscription: SubscriptionRow, gift: Gift): unknown {
  try {
    return giftChange(subscription, gift, at)
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
      // What was left of an ended plan could not be used.
      if (stateOf(subscription, now) !== 'expired')
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

test('a reset without use is refused, and so is anything the plan cannot hold; the last moment of a term still counts as running; added days keep the local time when clocks change', () => {
  const active = states['active']
  expect(outcome({ ...active, up: 0, down: 0 }, gifts.reset)).toBe('redeem.nothing_used')
  expect(outcome({ ...active, transferEnable: Number.MAX_SAFE_INTEGER }, gifts.traffic)).toBe('redeem.too_much')
  expect(outcome({ ...active, expiresAt: new Date('9989-12-31T00:00:00Z') }, { kind: 'days', days: 3650 })).toBe('redeem.too_much')
  const last = { ...states['active'], expiresAt: now }
  expect(outcome(last, gifts.days)).toMatchObject({ expiresAt: ends('2030-03-11') })
  expect(outcome(last, gifts.traffic)).toEqual({ transferEnable: 17 * GB, extraBytes: 7 * GB })
  const change = giftChange({ ...states['active'], expiresAt: new Date('2030-03-30T11:00:00Z') }, gifts.days, {
    ...at,
    zone: 'Europe/Berlin',
  })
  expect(change.expiresAt).toEqual(new Date('2030-04-09T10:00:00Z'))
})

/** How the parts of a subscription begin, one after another: the bytes of each, and its days. */
function partsOf(subscription: SubscriptionRow): [gigabytes: number, days: number][] {
  return subscription.parts.map((one) => {
    const row = { ...subscription, ...beginPart(subscription, new Date(one.from)) }
    expect(quotaEnds({ ...row, ...noParts })).toEqual(new Date(one.to))
    return [(row.transferEnable - row.extraBytes) / GB, one.days]
  })
}

test('a code for a year of a plan brings its quota every thirty days, and the days that are left belong to the last; a code for a plan that resets once a year, or never, brings one quota', () => {
  const given = { ...empty, ...giftChange(empty, { kind: 'plan', plan, days: 365 }, at) }
  expect(given).toMatchObject({ expiresAt: ends('2031-03-01'), transferEnable: 20 * GB, nextResetAt: ends('2030-03-31') })
  expect(partsOf(given)).toEqual([...Array.from({ length: 10 }, () => [20, 30]), [20, 35]])
  for (const [resetMode, days] of [
    ['yearly', 365],
    ['january_first', 400],
    ['never', 700],
  ] as const) {
    const given = giftChange(states['active'], { kind: 'plan', plan: { ...plan, resetMode }, days }, at)
    expect(given.parts).toMatchObject([{ days, bytes: 20 * GB }])
  }
})

test('days given one after another are one part, up to a month; a code comes before them', () => {
  const active: SubscriptionRow = states['active']
  const once = { ...active, ...giftChange(active, gifts.days, at) }
  const twice = { ...once, ...giftChange(once, gifts.days, at) }
  expect(partsOf(twice)).toEqual([[8, 20]])
  const more = { ...twice, ...giftChange(twice, { kind: 'days', days: 35 }, at) }
  expect(partsOf(more)).toEqual([
    [12, 30],
    [9, 25],
  ])
  const withCode = { ...twice, ...giftChange(twice, gifts.plan, at) }
  expect(partsOf(withCode)).toEqual([
    [20, 30],
    [8, 20],
  ])
  expect(withCode.expiresAt).toEqual(ends('2030-05-04'))
})

test('a single day never brings a whole quota, however small that is; on trial, a code for another plan takes its place; added traffic ends at the next reset or with the term, and needs one of them', () => {
  const day = (bytes: number): number | undefined =>
    giftChange(states['active'], { kind: 'days', days: 1 }, { ...at, rate: { bytes, days: 30 } }).parts?.[0]?.bytes
  expect([100 * GB, GB, 60].map(day)).toEqual([4 * GB, Math.ceil(GB / 30), 2])
  const trial = states['active on another plan']
  expect(giftChange(trial, gifts.plan, { ...at, onTrial: true })).toMatchObject({
    planId: 7,
    cycleBeganAt: now,
    expiresAt: ends('2030-03-31'),
  })
  expect(quotaEnds(states['active'])).toEqual(until)
  expect(quotaEnds({ ...states['active'], nextResetAt: ends('2030-03-05') })).toEqual(ends('2030-03-05'))
  expect(quotaEnds({ ...states['active'], nextResetAt: null })).toEqual(until)
  expect(quotaEnds(states['permanent'])).toBeNull()
})

test('a reset within a day of the end of what was bought is left out, although given days follow', () => {
  const active = states['active']
  const given = { ...active, ...giftChange(active, gifts.days, at) }
  expect([comingReset(given), quotaEnds(given)]).toEqual([null, until])
  const early = { ...given, nextResetAt: ends('2030-03-05') }
  expect(comingReset(early)).toEqual(ends('2030-03-05'))
})
