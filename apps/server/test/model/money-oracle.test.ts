import { describe, expect, test } from 'vitest'
import { at, february, gift, january, paid, pack, reset, service, term, used, year } from './money-examples.ts'
import { type Bought, type Service, unusedOf } from './money-oracle.ts'

// Worked by hand.

const bundle = pack(300)
const half = pack(300, 60)
const second = pack(300)
const NOON_OF_JANUARY = '2027-01-16T12:00Z'

describe('the unused part', () => {
  test.each<[string, Bought[], Service, string, number[]]>([
    // a second cycle from 1 March: 3000 × (336 of 662 hours + 1) ÷ 2
    [
      'a month that staff ended two days after the next reset',
      [term(3000, '2027-02-01T10:00Z', '2027-03-03T10:00Z')],
      service('2027-03-03T10:00Z'),
      '2027-02-15',
      [2261],
    ],
    // 12 × 2500
    ['a year on its first day', [year()], service('2028-01-01'), '2027-01-01', [30_000]],
    // July to December: 6 × 2500
    ['half a year later', [year()], service('2028-01-01'), '2027-07-01', [15_000]],
    // 15.5 of 31 days left: 2500 × (0.5 + 11)
    ['half of the first month later', [year()], service('2028-01-01'), NOON_OF_JANUARY, [28_750]],
    // traffic 0.2 < time 0.5: 2500 × (0.2 + 11)
    ['less traffic than time left', [year()], service('2028-01-01', [used(80)]), NOON_OF_JANUARY, [28_000]],
    // time 0.5 < traffic 0.9: 2500 × (0.5 + 11)
    ['less time than traffic left', [year()], service('2028-01-01', [used(10)]), NOON_OF_JANUARY, [28_750]],
    // 2500 × (0 + 11): what is used above the quota does not reach the next cycle
    ['more used than sold', [year()], service('2028-01-01', [used(150)]), '2027-01-01', [27_500]],
    // the last month of the year: 2500 × 0
    ['the last month of a year used up', [year()], service('2028-01-01', [used(100)]), '2027-12-01', [0]],
    // 9900 × min(1, 0)
    ['a month used up', [january(9900)], service('2027-02-01', [used(100)]), '2027-01-01', [0]],
    // the plan 9900 × 0; the pack 300 × 100/100
    ['… and then a reset pack', [january(9900), bundle], service('2027-02-01', [used(100), reset(bundle)]), '2027-01-01', [0, 300]],
    // 9800 × 50/100, at the very beginning of the cycle
    ['half used', [january(9800)], service('2027-02-01', [used(50)]), '2027-01-01', [4900]],
    // the same: a gift is worth nothing and is used last
    ['… and then a gift of traffic', [january(9800)], service('2027-02-01', [used(50), gift(50)]), '2027-01-01', [4900]],
    // plan left 100 − 40
    ['a gift before the use', [january(9800)], service('2027-02-01', [gift(50), used(40)]), '2027-01-01', [5880]],
    // 30 bytes come from the gift; the plan had none left
    ['use of a gift', [january(9800)], service('2027-02-01', [used(100), gift(50), used(30)]), '2027-01-01', [0]],
    // the pack 300 × 60/100
    ['40 of a pack used', [january(9900), bundle], service('2027-02-01', [used(100), reset(bundle), used(40)]), '2027-01-01', [0, 180]],
    // 60 used, so the pack returns 60; 20 more come from the plan: 9800 × 20/100, the pack is whole
    [
      'the plan before the pack',
      [january(9800), half],
      service('2027-02-01', [used(60), reset(half), used(20)]),
      '2027-01-01',
      [1960, 300],
    ],
    // 60 used; of 70 more the plan gives 40 and the pack 30 of its 60
    ['then the pack', [january(9800), half], service('2027-02-01', [used(60), reset(half), used(70)]), '2027-01-01', [0, 150]],
    // the first pack is used before the second: 0 and 300 × 50/100
    [
      'two packs',
      [january(9800), bundle, second],
      service('2027-02-01', [used(100), reset(bundle), used(100), reset(second), used(50)]),
      '2027-01-01',
      [0, 0, 150],
    ],
    // the traffic of the new cycle begins without it
    ['a pack of the last cycle', [year(), bundle], service('2028-01-01'), '2027-02-01', [27_500, 0]],
    // January 3000 + February 3000
    ['a month and its renewal', [january(), february()], service('2027-03-01'), '2027-01-01', [3000, 3000]],
    // January 3000 × 0; February is to come
    ['used up, but renewed', [january(), february()], service('2027-03-01', [used(100)]), '2027-01-10', [0, 3000]],
    // 1 of 31 days: 3000 / 31 = 96.77 (with the renewal 3096.77, not 6000); then the whole renewal, 32 days in all
    [
      'cut to one day, then renewed',
      [january(), term(3000, '2027-01-02', '2027-02-02')],
      service('2027-02-02', [], 2),
      '2027-01-01',
      [96, 3000],
    ],
    // cut to no day: the renewal begins where it began
    ['cut to nothing, then renewed', [january(), january()], service('2027-02-01'), '2027-01-01', [0, 3000]],
    // ten days were given; they are worth nothing
    [
      'days of a gift before a renewal',
      [january(), term(3000, '2027-02-11', '2027-03-11')],
      service('2027-03-11', [], 11),
      '2027-02-05',
      [0, 3000],
    ],
    // given days at the end: of January's 31, 21 are left; 3000 × 21/31 = 2032.26
    ['days of a gift at the end', [january()], service('2027-02-11'), '2027-01-11', [2032]],
    // January to June
    ['a year cut to six months', [year()], service('2027-07-01'), '2027-01-01', [15_000]],
    // 15.5 of 31 days: 2500 × 0.5
    ['a year cut within the first month', [year()], service(NOON_OF_JANUARY), '2027-01-01', [1250]],
    // January whole, 14 of 28 days of February: 2500 × 1.5
    ['a year cut within a month to come', [year()], service('2027-02-15'), '2027-01-01', [3750]],
    // time 7/28 = 0.25 < traffic 0.5: 2500 × 0.25
    ['a year cut within this month', [year()], service('2027-02-15', [used(50)]), '2027-02-08', [625]],
    // two cycles of the three sold are left: each is worth 3000, and January counts 0.5: 6000 × 1.5/2
    ['a term that a charge-back cut', [term(6000, '2027-01-01', '2027-03-01', 3)], service('2027-03-01'), NOON_OF_JANUARY, [4500]],
    ['an ended subscription', [year()], service('2027-03-01'), '2027-03-02', [0]],
    ['the moment of its end', [january()], service('2027-02-01'), '2027-02-01', [0]],
    ['a coupon of 100 percent', [year([])], service('2028-01-01'), '2027-01-01', [0]],
    // the free order begins on the 16th, but only a paid term ends the one before
    ['a free order within a paid term', [january(), term([], '2027-01-16', '2027-02-16')], service('2027-02-16'), '2027-01-01', [3000, 0]],
    // 31 Jan, 28 Feb, 31 Mar, 30 Apr: the last of three, 9000 / 3
    ['the last day of each month', [term(9000, '2027-01-31', '2027-04-30', 3)], service('2027-04-30', [], 31), '2027-03-31', [3000]],
    // 14 of 28 days: 3000 × (0.5 + 2)
    ['within a short month', [term(9000, '2027-01-31', '2027-04-30', 3)], service('2027-04-30', [], 31), '2027-02-14', [7500]],
    // 31 Jan to 29 Feb: 29 days, 20 left: 2900 × 20/29
    ['a leap year', [term(2900, '2028-01-31', '2028-02-29')], service('2028-02-29', [], 31), '2028-02-09', [2000]],
    // Berlin loses an hour on 28 March: 743 hours, 95 left after 27 days: 7430 × 95/743
    [
      'a month with an hour less',
      [term(7430, '2027-02-28T23:00Z', '2027-03-31T22:00Z')],
      service('2027-03-31T22:00Z', [], 1, 'Europe/Berlin'),
      '2027-03-27T23:00Z',
      [950],
    ],
    // 1000 × 2.5/3 = 833.33; rounded for each cycle it would be 333 + 333 + 166
    ['rounded once', [term(1000, '2027-01-01', '2027-04-01', 3)], service('2027-04-01'), NOON_OF_JANUARY, [833]],
    // 1000 / 31 = 32.26, and one of three months: 1000 / 3 = 333.33
    [
      'rounded down for each order',
      [january(1000), term(1000, '2027-02-01', '2027-05-01', 3)],
      service('2027-03-01'),
      '2027-01-31',
      [32, 333],
    ],
    // 48 000 / 24 × 12
    ['two years after one', [term(48_000, '2027-01-01', '2029-01-01', 24)], service('2029-01-01'), '2028-01-01', [24_000]],
    // 30 of 31 days: 3100 × 30/31
    [
      'a purchase in the afternoon',
      [term(3100, '2027-01-01T15:00Z', '2027-02-01T15:00Z')],
      service('2027-02-01T15:00Z'),
      '2027-01-02T15:00Z',
      [3000],
    ],
    // 5000 × 70/100
    ['a permanent plan', [term(5000, '2027-01-01', null)], service(null, [used(30)]), '2027-06-01', [3500]],
    ['a permanent plan used up', [term(5000, '2027-01-01', null)], service(null, [used(120)]), '2027-06-01', [0]],
    // only the second filled the quota: 6000 × 75/100
    [
      'a permanent plan bought twice',
      [term(5000, '2027-01-01', null), term(6000, '2027-02-01', null)],
      service(null, [used(25)]),
      '2027-06-01',
      [0, 4500],
    ],
    // 2500 × 0.2 + 2500 × 11, and the funds of both origins count: 10 000 + 20 000
    ['funds of two origins', [year([paid(10_000), paid(20_000, 2)])], service('2028-01-01', [used(80)]), '2027-01-01', [28_000]],
  ])('%s', (_, orders, now, when, expected) => {
    expect(unusedOf(orders, now, at(when))).toEqual(expected)
  })
})
