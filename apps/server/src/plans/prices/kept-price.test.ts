import { expect, test } from 'vitest'
import { keptPrice } from './kept-price.ts'

const day = (n: number): Date => new Date(Date.UTC(2027, 0, n))
type Change = Parameters<typeof keptPrice>[1][number]
/** On that day the price changed, for renewals from a later day on. */
const change = (on: number, fromAmount: number | null, toAmount: number | null, from?: number): Change => ({
  fromAmount,
  toAmount,
  changedAt: day(on),
  renewalsFrom: from === undefined ? null : day(from),
})
const price = (amount: number) => ({ price: amount, next: null })
const then = (amount: number, next: number, from: number) => ({ price: amount, next: { price: next, from: day(from) } })

test.each<[string, number, Change[], number, ReturnType<typeof keptPrice>]>([
  ['nothing changed', 10, [], 5, price(10)],
  ['it rose for new sales only', 15, [change(1, 10, 15)], 50, price(10)],
  ['it rose twice', 20, [change(1, 10, 15), change(2, 15, 20)], 50, price(10)],
  ['it fell', 8, [change(1, 10, 8)], 1, price(8)],
  ['it fell, and rose again for new sales only', 20, [change(1, 10, 8), change(2, 8, 20)], 50, price(8)],
  ['it fell, but not to what the member pays', 15, [change(1, 10, 20), change(2, 20, 15)], 50, price(10)],
  ['a rise is announced', 15, [change(1, 10, 15, 30)], 29, then(10, 15, 30)],
  ['… and has begun', 15, [change(1, 10, 15, 30)], 30, price(15)],
  ['a rise for others since then is not theirs', 20, [change(1, 10, 15, 30), change(2, 15, 20)], 40, price(15)],
  ['an announced rise begins at no more than a new member pays', 12, [change(1, 10, 15, 30), change(2, 15, 12)], 40, price(12)],
  ['… which is also what is announced', 12, [change(1, 10, 15, 30), change(2, 15, 12)], 29, then(10, 12, 30)],
  ['… and what is kept when it rises later', 20, [change(1, 10, 15, 30), change(2, 15, 12), change(40, 12, 20)], 50, price(12)],
  ['an announced rise is taken back', 10, [change(1, 10, 15, 30), change(2, 15, 10)], 40, price(10)],
  ['… and stays taken back', 20, [change(1, 10, 15, 30), change(2, 15, 10), change(3, 10, 20)], 40, price(10)],
  ['of two announced rises, the later counts', 18, [change(1, 10, 15, 30), change(2, 15, 18, 40)], 35, then(10, 18, 40)],
  ['a price that stays is announced to those who pay less', 15, [change(1, 10, 15), change(5, 15, 15, 30)], 29, then(10, 15, 30)],
  ['… which is no rise for those who pay it', 15, [change(5, 15, 15, 30)], 29, price(15)],
  ['the period was not sold for a while', 20, [change(1, 10, null), change(2, null, 20)], 50, price(20)],
  ['… and what was announced before is over', 20, [change(1, 10, 15, 30), change(20, 15, null), change(21, null, 20)], 29, price(20)],
  ['it was first sold after the purchase', 12, [change(1, null, 10), change(2, 10, 12)], 50, price(10)],
  ['nobody pays more than a new member, whatever else was noted', 5, [change(1, 10, 15)], 50, price(5)],
  ['… or announced', 5, [change(1, 10, 15, 30)], 29, price(5)],
])('what a member renews for: %s', (_, present, changes, on, expected) => {
  expect(keptPrice(present, changes, day(on))).toEqual(expected)
})
