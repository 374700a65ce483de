import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bill, bonusOf, type Cut, linesOf, priceOrder } from './price.ts'
import { percentOf } from '../percent-of.ts'

const MOST = 1_000_000_000_00
const amount = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MOST }))
const percent = fc.integer({ min: 0, max: 100 })
const cut: fc.Arbitrary<Cut | null> = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('amount' as const), value: amount }),
  fc.record({ kind: fc.constant('percent' as const), value: percent }),
)
const bill: fc.Arbitrary<Bill> = fc.record({
  price: amount,
  promotion: cut,
  coupon: cut,
  personalPercent: percent,
  surplus: amount,
  balance: amount,
})
const plain: Bill = { price: 1000, promotion: null, coupon: null, personalPercent: 0, surplus: 0, balance: 0 }
const always = (check: (given: Bill) => void): void => fc.assert(fc.property(bill, check), { numRuns: 5000 })
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

test('with any combination of discounts, the total is between zero and the price, the lines sum to it, and a larger discount never makes it dearer; no discount takes more than the rest before it, nor more than it says; the value of a replaced plan covers the price first, the rest is credit', () => {
  always((given) => {
    const priced = priceOrder(given)
    const { promotionAmount, couponAmount, personalAmount, surplusAmount, creditAmount, totalAmount, balanceAmount } = priced
    expect(totalAmount).toBeGreaterThanOrEqual(0)
    expect(totalAmount).toBeLessThanOrEqual(given.price)
    expect(sum(linesOf(priced).map((line) => line.amount))).toBe(totalAmount)
    for (const value of Object.values(priced)) expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
    const afterPromotion = given.price - promotionAmount
    const atMost = (left: number, by: Cut | null): number =>
      by === null ? 0 : Math.min(left, by.kind === 'amount' ? by.value : percentOf(left, by.value))
    expect(promotionAmount).toBe(atMost(given.price, given.promotion))
    expect(couponAmount).toBe(atMost(afterPromotion, given.coupon))
    expect(personalAmount).toBe(percentOf(afterPromotion - couponAmount, given.personalPercent))
    expect(surplusAmount).toBe(given.surplus)
    expect(creditAmount).toBeLessThanOrEqual(given.surplus)
    // There is credit only if nothing is left to pay, not even from the balance.
    if (creditAmount > 0) expect([totalAmount, balanceAmount]).toEqual([0, 0])
    expect(balanceAmount).toBeLessThanOrEqual(given.balance)
    if (totalAmount > 0) expect(balanceAmount).toBe(given.balance)
    if (given.personalPercent < 100)
      expect(priceOrder({ ...given, personalPercent: given.personalPercent + 1 }).totalAmount).toBeLessThanOrEqual(totalAmount)
    expect(priceOrder({ ...given, surplus: given.surplus + 1 }).totalAmount).toBeLessThanOrEqual(totalAmount)
  })
})

test('the promotion applies to the price, then the coupon to the rest, then the personal discount', () => {
  const given: Bill = {
    ...plain,
    promotion: { kind: 'percent', value: 20 },
    coupon: { kind: 'amount', value: 300 },
    personalPercent: 10,
    surplus: 100,
    balance: 50,
  }
  expect(linesOf(priceOrder(given))).toEqual([
    { kind: 'price', amount: 1000 },
    { kind: 'promotion', amount: -200 },
    { kind: 'coupon', amount: -300 },
    { kind: 'personal', amount: -50 },
    { kind: 'surplus', amount: -100 },
    { kind: 'balance', amount: -50 },
  ])
  expect(priceOrder(given).totalAmount).toBe(300)
})

test('a coupon of 80 % and a personal discount of 30 % leave 140 of 1000, not less than zero; a coupon worth more than the price pays nothing out', () => {
  const { couponAmount, personalAmount, totalAmount } = priceOrder({
    ...plain,
    coupon: { kind: 'percent', value: 80 },
    personalPercent: 30,
  })
  expect([couponAmount, personalAmount, totalAmount]).toEqual([800, 60, 140])
  const priced = priceOrder({ ...plain, coupon: { kind: 'amount', value: 5000 }, surplus: 200, balance: 700 })
  expect(priced).toMatchObject({ couponAmount: 1000, totalAmount: 0, creditAmount: 200, balanceAmount: 0 })
})

test.each([
  [1, 50, 1],
  [1, 49, 0],
  [3, 50, 2],
  [999, 50, 500],
  [1990, 15, 299],
  [1999, 33, 660],
  [10, 5, 1],
  [9, 5, 0],
  [1000, 0, 0],
  [1999, 100, 1999],
  [MOST, 99, 990_000_000_00],
])('%i less %i percent is less %i: halves round up, once', (price, of, taken) => {
  expect(percentOf(price, of)).toBe(taken)
})

test('only the highest tier reached counts', () => {
  const tiers = [
    { amount: 10_000, bonus: 1000 },
    { amount: 5000, bonus: 300 },
    { amount: 20_000, bonus: 500 },
  ]
  expect([4999, 5000, 10_000, 30_000].map((topup) => bonusOf(topup, tiers))).toEqual([0, 300, 1000, 1000])
})

test('a quote shows the price even if it is zero, and of the rest only what changes it', () => {
  const free = priceOrder({ ...plain, price: 0 })
  expect(linesOf(free)).toEqual([{ kind: 'price', amount: 0 }])
  const cut = priceOrder({ ...plain, coupon: { kind: 'amount', value: 300 }, surplus: 200, balance: 100 })
  expect(linesOf(cut)).toEqual([
    { kind: 'price', amount: 1000 },
    { kind: 'coupon', amount: -300 },
    { kind: 'surplus', amount: -200 },
    { kind: 'balance', amount: -100 },
  ])
})
