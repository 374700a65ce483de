import { describe, expect, test } from 'vitest'
import { type RunningOrder, type Term, unusedOf } from './surplus.ts'

// Worked by hand. Times are UTC. Bytes are in units of one percent of a plan of 100.

const zone = 'UTC'
const at = (text: string): Date => new Date(`2027-${text.includes('T') ? text : `${text}T00:00`}Z`)
const during = (begins: string, ends: string) => ({ termStart: at(begins), termEnd: at(ends) })
/** The running cycle. */
const cycle = (begins: string, ends: string) => ({ cycleBeganAt: at(begins), nextResetAt: at(ends) })
/** 30.00 for January, 31 days. */
const january: RunningOrder = {
  id: 1,
  period: 'month_price',
  paid: 3000,
  ...during('01-01', '02-01'),
  quota: 100,
  resetMode: 'monthly',
  usedBefore: 0,
}
/** 360.00 for 2027, twelve parts of 30.00. */
const year: RunningOrder = { ...january, period: 'year_price', paid: 36_000, termEnd: new Date('2028-01-01T00:00Z') }
const term: Term = {
  expiresAt: at('02-01'),
  anchorDay: 1,
  ...cycle('01-01', '02-01'),
  nextPartAt: null,
  resetZone: null,
  resetMode: 'monthly',
  transferEnable: 100,
  up: 0,
  down: 0,
  usedBefore: 0,
}
const inYear = { ...term, expiresAt: year.termEnd }
const endsAtTwo = { ...january, ...during('01-01T02:00', '02-01T02:00') }
const fromTwo = { ...during('02-01T02:00', '03-01T02:00'), begunAt: at('02-01') }
const inFebruary = { ...term, expiresAt: fromTwo.termEnd, ...cycle('02-01', '03-01') }
const permanent = { ...term, expiresAt: null, nextResetAt: null, cycleBeganAt: null }
/** 3.00 for a pack bought on the second, when `used` was used. */
const pack = (used: number, more: Partial<RunningOrder> = {}): RunningOrder => ({
  ...january,
  id: 2,
  period: 'reset_price',
  paid: 300,
  termStart: at('01-02'),
  quota: used,
  usedBefore: used,
  ...more,
})

type Case = [name: string, orders: RunningOrder[], term: Term, now: string, unused: number[]]
const expectUnused = (...[, orders, now, when, unused]: Case): void => expect(unusedOf(orders, now, at(when), zone)).toEqual(unused)

describe('money row 6: paid bytes are used first, and stay used', () => {
  test.each<Case>([
    ['used up: nothing', [january], { ...term, down: 100 }, '01-02', [0]],
    ['used up, then a pack: the pack', [january, pack(100)], { ...term, usedBefore: 100 }, '01-02', [0, 300]],
    ['a third of the pack used', [january, pack(100)], { ...term, usedBefore: 100, down: 33 }, '01-02', [0, 201]],
    // 40 left of the plan: 30.00 × 40 % = 12.00.
    ['a pack at 60: 40 of the plan, all of the pack', [january, pack(60)], { ...term, usedBefore: 60 }, '01-02', [1200, 300]],
    ['… 40 later: nothing of the plan, all of the pack', [january, pack(60)], { ...term, usedBefore: 60, down: 40 }, '01-02', [0, 300]],
    ['… 30 more: half of the pack', [january, pack(60)], { ...term, usedBefore: 60, down: 70 }, '01-02', [0, 150]],
    ['a pack with nothing used gave nothing back', [january, pack(0)], term, '01-01', [3000, 0]],
    [
      'two packs, one after the other',
      [january, pack(100), pack(100, { id: 3, usedBefore: 200 })],
      { ...term, usedBefore: 200, down: 25 },
      '01-02',
      [0, 0, 225],
    ],
    // 100 of the plan and 50 given for the cycle were used before the pack.
    [
      'gifts used before a pack are not the pack’s',
      [january, pack(150)],
      { ...term, transferEnable: 150, usedBefore: 150 },
      '01-02',
      [0, 300],
    ],
    ['a gift does not make used bytes unused', [january], { ...term, transferEnable: 150, down: 51 }, '01-01', [1470]],
    ['a gift on top of a used up plan', [january], { ...term, transferEnable: 150, down: 100 }, '01-02', [0]],
    ['bytes sent and bytes received count alike', [january], { ...term, up: 20, down: 30 }, '01-01', [1500]],
    ['a quota that an operator cut', [january], { ...term, transferEnable: 50 }, '01-01', [1500]],
    ['… of which a part is used', [january], { ...term, transferEnable: 50, up: 10, down: 15 }, '01-01', [750]],
    ['a pack is worth the same days later', [january, pack(100)], { ...term, usedBefore: 100, up: 50 }, '01-05', [0, 150]],
    // 100 of the plan and 40 of the first pack were used, then 10 of the second.
    [
      'a second pack begins where the first ends',
      [january, pack(40), pack(30, { id: 3, usedBefore: 70 })],
      { ...term, usedBefore: 70, up: 30, down: 50 },
      '01-02',
      [0, 0, 200],
    ],
    [
      'a pack comes after the plan that runs, not after the renewal to come',
      [january, { ...january, id: 3, quota: 50, ...during('02-01', '03-01') }, pack(60)],
      { ...term, expiresAt: at('03-01'), usedBefore: 60, down: 50 },
      '01-02',
      [0, 3000, 250],
    ],
    [
      'a pack bought in the moment the term began',
      [january, pack(60, { termStart: january.termStart })],
      { ...term, usedBefore: 60, down: 40 },
      '01-01',
      [0, 300],
    ],
    ['a pack without a plan', [pack(60)], { ...term, cycleBeganAt: null, usedBefore: 60, down: 30 }, '01-02', [150]],
    ['a pack of an earlier cycle', [year, pack(100)], { ...inYear, ...cycle('02-01', '03-01') }, '02-01', [33_000, 0]],
    ['a permanent plan after a reset', [{ ...january, termEnd: null }], { ...permanent, usedBefore: 75 }, '09-01', [750]],
    [
      'a permanent plan and a pack',
      [{ ...january, termEnd: null }, pack(50, { termEnd: null })],
      { ...permanent, usedBefore: 50, down: 75 },
      '01-02',
      [0, 150],
    ],
    [
      'a month bought before a permanent plan',
      [
        { ...january, termEnd: null },
        { ...january, id: 2 },
      ],
      permanent,
      '01-02',
      [3000, 0],
    ],
    ['a permanent plan that nobody paid for', [], permanent, '01-02', []],
  ])('%s', (...row) => expectUnused(...row))
})

describe('money row 8: each day is valued once', () => {
  const cut = { ...january, id: 2, ...during('01-02', '02-02') }
  const half = { ...january, termEnd: at('01-16T12:00'), cutMs: 15.5 * 86_400_000 }
  test.each<Case>([
    // 30.00 / 31 = 0.9677: rounded down.
    ['a term cut to one day and renewed: 32 days', [january, cut], { ...term, expiresAt: cut.termEnd, anchorDay: 2 }, '01-01', [96, 3000]],
    ['in whichever order they were paid', [cut, january], { ...term, expiresAt: cut.termEnd, anchorDay: 2 }, '01-01', [3000, 96]],
    ['cut and not renewed', [january], { ...term, expiresAt: at('01-02') }, '01-01', [96]],
    // Two months and a half are left of its twelve: the half counts as a half.
    [
      'a year cut in the middle of a month',
      [{ ...year, termEnd: at('03-16T12:00') }],
      { ...term, expiresAt: at('03-16T12:00'), ...cycle('02-01', '03-01') },
      '02-01',
      [21_600],
    ],
    ['a term that staff cut to half: the rest was sold', [half], { ...term, expiresAt: half.termEnd }, '01-01', [1500]],
    [
      '… and renewed',
      [half, { ...january, id: 2, ...during('01-16T12:00', '02-16T12:00') }],
      { ...term, expiresAt: at('02-16T12:00') },
      '01-08T18:00',
      [750, 3000],
    ],
    ['… before it begins', [{ ...half, termStart: half.termEnd, cutMs: 31 * 86_400_000 }], term, '01-01', [0]],
    ['a term that begins where another does', [january, { ...january, id: 2 }], term, '01-16T12:00', [0, 1500]],
  ])('%s', (...row) => expectUnused(...row))
})

describe('money row 16: as many parts as cycles of traffic', () => {
  const never = { ...year, resetMode: 'never' as const }
  const inNever = { ...inYear, resetMode: 'never' as const, nextResetAt: null }
  const next = { ...never, id: 2, termStart: new Date('2028-01-01T00:00Z'), termEnd: new Date('2029-01-01T00:00Z') }
  const three: RunningOrder = { ...year, period: 'three_year_price', resetMode: 'yearly', termEnd: new Date('2030-01-01T00:00Z') }
  const inThree = { ...term, expiresAt: three.termEnd, resetMode: 'yearly' as const, nextResetAt: new Date('2028-01-01T00:00Z') }
  // From 16 January to 16 April: parts of 16, 28, 31 and 15 days.
  const quarter: RunningOrder = {
    ...january,
    period: 'quarter_price',
    paid: 8000,
    resetMode: 'first_of_month',
    ...during('01-16', '04-16'),
  }
  const inQuarter = {
    ...term,
    resetMode: 'first_of_month' as const,
    expiresAt: quarter.termEnd,
    ...cycle('02-01', '03-01'),
  }
  const before: RunningOrder = { ...quarter, period: 'month_price', paid: 2000, termEnd: at('02-15') }
  const after = { ...before, id: 2, ...during('02-15', '03-15') }
  test.each<Case>([
    ['without resets, one part: the traffic left of a year', [never], { ...inNever, down: 90 }, '01-02', [3600]],
    ['… from its first moment on', [never], { ...inNever, down: 90 }, '01-01', [3600]],
    ['… or the time left', [never], { ...inNever, down: 10 }, '12-31T12:00', [49]],
    ['… and the next term has a quota of its own', [never, next], { ...inNever, expiresAt: next.termEnd, down: 100 }, '01-02', [0, 36_000]],
    ['… and counts once', [never, next], { ...inNever, expiresAt: next.termEnd }, '12-31T12:00', [49, 36_000]],
    ['three years by the year: three parts', [three], { ...inThree, down: 50 }, '01-01', [30_000]],
    ['the first of the month: four parts in three months', [quarter], { ...inQuarter, down: 25 }, '02-01', [5500]],
    ['… and half of the last', [quarter], { ...inQuarter, ...cycle('04-01', '05-01') }, '04-08T12:00', [1000]],
    // Parts end on 31 March, 30 April and 31 May.
    [
      'a term from the last of February whose traffic is reset on the 31st',
      [{ ...quarter, paid: 3000, resetMode: 'monthly', ...during('02-28', '05-31') }],
      { ...term, anchorDay: 31, expiresAt: at('05-31'), ...cycle('03-31', '04-30') },
      '03-31',
      [2000],
    ],
    // Three parts from the 10th to the 10th, of which one is served.
    [
      'a term that does not begin on the day of the resets',
      [january, { ...quarter, id: 2, paid: 3000, resetMode: 'monthly', ...during('02-10', '05-10') }],
      { ...term, expiresAt: at('03-10') },
      '02-01',
      [0, 1000],
    ],
    // The renewal begins in the running cycle, whose traffic is used up: that counts against the order before it.
    [
      'a renewal that begins within a used up cycle',
      [before, after],
      { ...inQuarter, expiresAt: at('03-15'), down: 100 },
      '02-02',
      [0, 2000],
    ],
    // 336 of the 662 hours of its first cycle are left, and the second.
    [
      'a month that staff ended two days after the next reset',
      [{ ...january, ...during('02-01T10:00', '03-03T10:00') }],
      { ...term, expiresAt: at('03-03T10:00'), ...cycle('02-01T10:00', '03-01') },
      '02-15',
      [2261],
    ],
    // Half of the running cycle's traffic is left, which counts against the order that runs: 7/15 of 29/15 parts.
    [
      'a renewal with another quota that begins within the running cycle',
      [before, { ...after, quota: 200 }],
      { ...inQuarter, expiresAt: at('03-15'), down: 50 },
      '02-02',
      [482, 2000],
    ],
    ['… of a plan that staff gave', [{ ...after, quota: 200 }], { ...inQuarter, expiresAt: at('03-15'), down: 50 }, '02-02', [2000]],
    // The last 2 of 744 hours, then the renewal. With its day began a cycle of its own quota, of which nothing is used.
    [
      'a renewal with less traffic, in the hours before its term',
      [endsAtTwo, { ...january, id: 2, quota: 70, ...fromTwo }],
      { ...inFebruary, transferEnable: 70 },
      '02-01',
      [8, 3000],
    ],
    [
      '… half of which is used',
      [endsAtTwo, { ...january, id: 2, quota: 70, ...fromTwo }],
      { ...inFebruary, transferEnable: 70, down: 35 },
      '02-01',
      [4, 1500],
    ],
    [
      '… before it took over: used bytes count against the order that runs',
      [endsAtTwo, { ...january, id: 2, quota: 70, ...fromTwo, begunAt: null }],
      { ...inFebruary, down: 50 },
      '02-01',
      [4, 3000],
    ],
  ])('%s', (...row) => expectUnused(...row))
})
