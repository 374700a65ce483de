import { describe, expect, test } from 'vitest'
import { at, february, given, january, pack, paid, reset, service, term, used, year } from './money-examples.ts'
import {
  absorbedRoom,
  type Bought,
  change,
  chargeBack,
  discounted,
  type Fund,
  payDebt,
  payFor,
  refundRoom,
  type Service,
  type Standing,
} from './money-oracle.ts'

// Worked by hand.

const bundle = pack([paid(300, 2)])
const plan = [january(), bundle]

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

const standing = (balance: Fund[], orders: Bought[], now: Service = service('2028-01-01'), debt = 0): Standing => ({
  balance,
  orders,
  service: now,
  debt,
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

describe('a charge-back', () => {
  const nothing = { toBalance: 0, toFormer: 0 }
  test.each<[string, Standing, number, string, object, boolean?]>([
    // 29 899 + 100 unused; the cent that rounding took is not owed
    [
      'of 300.00 after a change to 1.00',
      standing([paid(29_899)], [{ ...january(100), id: 5 }], service('2027-02-01')),
      30_000,
      '2027-01-01',
      {
        fromBalance: 29_899,
        fromOrders: [{ id: 5, amount: 101, end: at('2027-01-01'), isEnded: true, ...nothing }],
        fromLater: 0,
        fromOther: 0,
        debt: 0,
        left: 0,
      },
    ],
    // nor does it come from other balance
    [
      '… with other balance',
      standing([paid(29_899), paid(50, 2)], [{ ...january(100), id: 5 }], service('2027-02-01')),
      30_000,
      '2027-01-01',
      {
        fromBalance: 29_899,
        fromOrders: [{ id: 5, amount: 101, end: at('2027-01-01'), isEnded: true, ...nothing }],
        fromLater: 0,
        fromOther: 0,
        debt: 0,
        left: 50,
      },
    ],
    // the balance was spent on a year: 30 000 × 6/12; the other half was used
    [
      'of a year half over',
      standing([], [{ ...year(), id: 5 }]),
      30_000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 15_000, end: at('2027-07-01'), isEnded: true, ...nothing }],
        fromLater: 0,
        fromOther: 0,
        debt: 15_000,
        left: 0,
      },
    ],
    // a third of the order's funds: 10 000 × 6/12 of 15 000; the other 10 000 return, and pay for what was used
    [
      'of one of two origins',
      standing([], [{ ...year([paid(10_000), paid(20_000, 2)]), id: 5 }]),
      10_000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 5000, end: at('2027-07-01'), isEnded: true, toBalance: 10_000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 5000,
        debt: 0,
        left: 5000,
      },
    ],
    // 5000 of 15 000, all of it this payment's: the other 10 000 return
    [
      'of a part',
      standing([], [{ ...year(), id: 5 }]),
      5000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 5000, end: at('2027-07-01'), isEnded: true, toBalance: 10_000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 0,
        debt: 0,
        left: 10_000,
      },
    ],
    // the balance's own funds are enough
    [
      'of what is in the balance',
      standing([paid(5000), paid(700, 2)], [{ ...year(), id: 5 }]),
      5000,
      '2027-07-01',
      { fromBalance: 5000, fromOrders: [], fromLater: 0, fromOther: 0, debt: 0, left: 700 },
    ],
    // 5000 × 40/100 of each origin's half is 1000 and 1000; the other 1000 return and then pay
    [
      'of a permanent plan',
      standing([], [{ ...term([paid(2500), paid(2500, 2)], '2027-01-01', null), id: 5 }], service(null, [used(60)])),
      2500,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 1000, end: at('2027-07-01'), isEnded: true, toBalance: 1000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 1000,
        debt: 500,
        left: 0,
      },
    ],
    // the change cost 2000, of which half is left; the former plan's 10 000 × 6/12 go back to it
    [
      'of a change',
      standing([], [{ ...year([paid(10_000), { ...paid(2000, 2), takenOver: true }]), id: 5, changedBy: 1 }]),
      10_000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 5000, end: at('2027-07-01'), isEnded: true, toBalance: 0, toFormer: 1000 }],
        fromLater: 0,
        fromOther: 0,
        debt: 5000,
        left: 0,
      },
      true,
    ],
    // a part ends it, and what it took over is on the balance: 1000 of 5000 + 1000 are taken
    [
      '… in part',
      standing([], [{ ...year([paid(10_000), { ...paid(2000, 2), takenOver: true }]), id: 5, changedBy: 1 }]),
      1000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 1000, end: at('2027-07-01'), isEnded: true, toBalance: 5000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 0,
        debt: 0,
        left: 5000,
      },
    ],
    // half of the 1000 spent from the balance, and the whole renewal, go to the balance; they pay for the 5000 that were used
    [
      '… that was also paid from the balance, and renewed',
      standing(
        [],
        [
          { ...year([paid(10_000), { ...paid(2000, 2), takenOver: true }, paid(1000, 3)]), id: 5, changedBy: 1 },
          { ...term([paid(3000, 4)], '2028-01-01', '2028-02-01'), id: 6 },
        ],
        service('2028-02-01'),
      ),
      10_000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 5000, end: at('2027-07-01'), isEnded: true, toBalance: 500, toFormer: 1000 }],
        fromLater: 3000,
        fromOther: 3500,
        debt: 1500,
        left: 0,
      },
      true,
    ],
    // a renewal that has not begun ends where it would begin
    [
      'of a renewal to come',
      standing(
        [],
        [
          { ...january([paid(3000, 2)]), id: 4 },
          { ...february(), id: 5 },
        ],
        service('2027-03-01'),
      ),
      3000,
      '2027-01-11',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 3000, end: at('2027-02-01'), isEnded: true, ...nothing }],
        fromLater: 0,
        fromOther: 0,
        debt: 0,
        left: 0,
      },
    ],
    // 3000 × 20/100 = 600; the plan ends, so the pack's 300 return, and pay for what was used
    [
      'of a plan with a pack that others paid',
      standing([], plan, service('2027-02-01', [used(80), reset(bundle)])),
      3000,
      '2027-01-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: plan[0]!.id, amount: 600, end: at('2027-01-01'), isEnded: true, ...nothing }],
        fromLater: 300,
        fromOther: 300,
        debt: 2100,
        left: 0,
      },
    ],
    // it is used up, and ends because nothing is left of the payment: 300 × 60/100 of the pack
    [
      'of a plan that was used up before its pack',
      standing([], plan, service('2027-02-01', [used(80), reset(bundle), used(60)])),
      3000,
      '2027-01-01',
      { fromBalance: 0, fromOrders: [], fromLater: 180, fromOther: 180, debt: 2820, left: 0 },
      true,
    ],
    // February was paid otherwise: the plan goes on, and its pack with it
    [
      'of the first of two months with a pack',
      standing([], [...plan, february([paid(3000, 2)])], service('2027-03-01', [used(80), reset(bundle)])),
      3000,
      '2027-01-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: plan[0]!.id, amount: 600, end: at('2027-01-01'), isEnded: true, ...nothing }],
        fromLater: 0,
        fromOther: 0,
        debt: 2400,
        left: 0,
      },
    ],
    // everything was used or taken out: a debt, on top of an older one
    [
      'of what is gone',
      standing([], [], service(null), 200),
      3000,
      '2027-07-01',
      { fromBalance: 0, fromOrders: [], fromLater: 0, fromOther: 0, debt: 3200, left: 0 },
    ],
  ])('%s', (_, where, amount, when, expected, isWhole) => {
    expect(chargeBack(where, 1, amount, at(when), isWhole)).toEqual(expected)
  })

  test.each([
    [1000, 300, { debt: 700, left: 0 }],
    [1000, 1500, { debt: 0, left: 500 }],
    [0, 400, { debt: 0, left: 400 }],
  ])('a debt of %i is paid first by %i', (debt, incoming, expected) => {
    expect(payDebt(debt, incoming)).toEqual(expected)
  })
})
