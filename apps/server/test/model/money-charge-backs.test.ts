import { describe, expect, test } from 'vitest'
import { at, february, january, pack, paid, reset, service, standing, term, used, year } from './money-examples.ts'
import { type Bought, chargeBack, type Fund, payDebt, type Standing } from './money-oracle.ts'

// Worked by hand.

const bundle = pack([paid(300, 2)])
const plan = [january(), bundle]

describe('a charge-back', () => {
  const nothing = { toBalance: 0, toFormer: 0 }
  // The change took 20.00 over from the same year of another plan.
  const change = (...more: Fund[]): Bought => {
    const from = year([paid(2000, 2)])
    return {
      ...year([paid(10_000), { ...paid(2000, 2), from: from.id }, ...more]),
      id: 5,
      former: { orders: [from], service: service('2028-01-01') },
    }
  }
  const monthOfYear = (): Bought => {
    const from = year([paid(2000, 2)])
    const funds = [paid(1000), { ...paid(2000, 2), from: from.id }]
    return { ...january(funds), id: 5, former: { orders: [from], service: service('2028-01-01', [used(50)]) } }
  }
  const ofChange = { paidFor: 5 }
  test.each<[string, Standing, number, string, object, { paidFor: number | null }?]>([
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
      standing([], [change()]),
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
      ofChange,
    ],
    // a part ends it, and what it took over is on the balance: 1000 of 5000 + 1000 are taken
    [
      '… in part',
      standing([], [change()]),
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
      standing([], [change(paid(1000, 3)), { ...term([paid(3000, 4)], '2028-01-01', '2028-02-01'), id: 6 }], service('2028-02-01')),
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
      ofChange,
    ],
    // it took 20.00 over from January, which is over: the unused half goes to the balance, and pays
    [
      '… after the term it took over from',
      standing(
        [],
        [
          {
            ...year([paid(10_000), { ...paid(2000, 2), from: 4 }]),
            id: 5,
            former: { orders: [{ ...january([paid(2000, 2)]), id: 4 }], service: service('2028-01-01') },
          },
        ],
      ),
      10_000,
      '2027-07-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 5000, end: at('2027-07-01'), isEnded: true, toBalance: 1000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 1000,
        debt: 4000,
        left: 0,
      },
      ofChange,
    ],
    // a month that took over a year: half of its traffic is used, so 5.00 and 10.00 are left; the year would come back with 11.5/12 of
    // 20.00
    [
      '… that has used more than the plan before it would lack',
      standing([], [monthOfYear()], service('2027-02-01', [used(50)])),
      1000,
      '2027-01-01',
      {
        fromBalance: 0,
        fromOrders: [{ id: 5, amount: 500, end: at('2027-01-01'), isEnded: true, toBalance: 1000, toFormer: 0 }],
        fromLater: 0,
        fromOther: 500,
        debt: 0,
        left: 500,
      },
      ofChange,
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
      { paidFor: null },
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
  ])('%s', (_, where, amount, when, expected, whole) => {
    expect(chargeBack(where, 1, amount, at(when), whole)).toEqual(expected)
  })

  test.each([
    [1000, 300, { debt: 700, left: 0 }],
    [1000, 1500, { debt: 0, left: 500 }],
    [0, 400, { debt: 0, left: 400 }],
  ])('a debt of %i is paid first by %i', (debt, incoming, expected) => {
    expect(payDebt(debt, incoming)).toEqual(expected)
  })
})
