import { describe, expect, test } from 'vitest'
import { at, given, january, paid, service, standing, used, year } from './money-examples.ts'
import { absorbedRoom, type Bought, change, discounted, type Fund, payFor, refundRoom, type Standing } from './money-oracle.ts'

// Worked by hand.

describe('a change', () => {
  test.each<[string, Bought[], string, number, Fund[], Fund[]]>([
    // one second of January's 2500 is less than a cent, rounded down: 29 999 − 100
    ['300.00 to a plan of 1.00', [year()], '2027-01-01T00:00:01Z', 100, [paid(100)], [paid(29_899)]],
    // 15 000 of 20 000: the rest is to be paid
    ['to a dearer plan', [year()], '2027-07-01', 20_000, [paid(15_000)], []],
    // half of 20 000 and of 10 000
    ['of two origins', [year([paid(20_000), given(10_000)])], '2027-07-01', 50_000, [paid(10_000), given(5000)], []],
    // 10 000 + 5000 move; 3000 is the price, so 12 000 go to the balance, the older 10 000 first
    [
      'of two origins to a cheaper plan',
      [year([paid(20_000), given(10_000)])],
      '2027-07-01',
      3000,
      [given(3000)],
      [paid(10_000), given(2000)],
    ],
    // half of 3 is 1.5, rounded down 1: one unit moves, none is made by rounding up thrice
    ['of three units', [year([paid(1, 1), paid(1, 2), paid(1, 3)])], '2027-07-01', 100, [paid(1, 3)], []],
    // 15 000 of the year, then nothing of an older month that has ended
    [
      'with an ended order',
      [january(), { ...year(), start: at('2027-02-01'), end: at('2028-02-01') }],
      '2027-08-01',
      99_999,
      [paid(15_000)],
      [],
    ],
  ])('%s', (_, orders, when, price, order, balance) => {
    const end = orders.at(-1)!.end!
    expect(change(orders, { ...service(null), end }, at(when), price)).toEqual({ order, balance })
  })

  test.each([
    // 20 000 − 15 000 credited − 2000 from the balance
    [20_000, 15_000, 2000, { credited: 15_000, fromBalance: 2000, toPay: 3000, toBalance: 0 }],
    // 29 999 − 100
    [100, 29_999, 500, { credited: 100, fromBalance: 0, toPay: 0, toBalance: 29_899 }],
    [1000, 0, 5000, { credited: 0, fromBalance: 1000, toPay: 0, toBalance: 0 }],
  ])('a price of %i with %i unused and %i in the balance', (price, unused, balance, expected) => {
    expect(payFor(price, unused, balance)).toEqual(expected)
  })

  test.each([
    // 10 000 − 20 % = 8000, − 10 % = 7200, − 500
    ['each on what is left', 10_000, [{ percent: 20 }, { percent: 10 }, { amount: 500 }], 6700],
    // 10 000 − 500 = 9500, − 10 % = 8550
    ['in their order', 10_000, [{ amount: 500 }, { percent: 10 }], 8550],
    // 12.5 rounds up: 25 − 13
    ['with halves rounded up', 25, [{ percent: 50 }], 12],
    ['of no more than is left', 300, [{ amount: 400 }], 0],
  ])('discounts %s', (_, price, discounts, expected) => {
    expect(discounted(price, discounts)).toBe(expected)
  })
})

describe('the room for a refund', () => {
  test.each<[string, Fund[], Standing, string, object]>([
    // 29 899 in the balance, 100 in the new order, unused at its first moment
    [
      'of a year changed to 1.00',
      [paid(29_999)],
      standing([paid(29_899)], [january(100)], service('2027-02-01')),
      '2027-01-01',
      { inBalance: 29_899, inOrders: 100, outside: 29_999 },
    ],
    // half of the new order's 15 000 used
    [
      'half of the next plan later',
      [paid(15_000)],
      standing([], [year(15_000)]),
      '2027-07-01',
      { inBalance: 0, inOrders: 7500, outside: 7500 },
    ],
    // of the order's 30 000, 10 000 are this origin's: 10 000 × 6/12
    [
      'of one of two origins',
      [paid(10_000)],
      standing([], [year([paid(10_000), paid(20_000, 2)])]),
      '2027-07-01',
      { inBalance: 0, inOrders: 5000, outside: 5000 },
    ],
    // a gift may return to the balance only
    [
      'of paid money and a gift',
      [paid(10_000), given(5000)],
      standing([given(5000)], [year([paid(10_000)])]),
      '2027-07-01',
      { inBalance: 5000, inOrders: 5000, outside: 5000 },
    ],
    // the balance has 8000 of the origin, but only 3000 were this order's
    [
      'of less than the balance has',
      [paid(3000)],
      standing([paid(8000)], []),
      '2027-07-01',
      { inBalance: 3000, inOrders: 0, outside: 3000 },
    ],
    ['of what was withdrawn', [paid(3000)], standing([paid(8000, 2)], []), '2027-07-01', { inBalance: 0, inOrders: 0, outside: 0 }],
    // through two changes: 1000 in the balance, and 2500 × 0.2 + 0 of the last plan
    [
      'through a chain',
      [paid(9000)],
      standing([paid(1000)], [january(2500)], service('2027-02-01', [used(80)])),
      '2027-01-01',
      { inBalance: 1000, inOrders: 500, outside: 1500 },
    ],
  ])('%s', (_, left, where, when, expected) => {
    expect(absorbedRoom(left, where, at(when))).toEqual(expected)
  })

  test('of an order that is not absorbed is all that it was paid, used or not', () => {
    // 3000 paid in, 500 of a gift
    expect(refundRoom([paid(3000), given(500)])).toEqual({ all: 3500, outside: 3000 })
  })
})
