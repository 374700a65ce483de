import { expect, test } from 'vitest'
import type { Match } from './find-matches.ts'
import { bookingNoneOf, named, type Rule, similar } from './match-rules.ts'

const match = (values: Partial<Match>): Match => ({
  lineId: 1,
  attemptId: 2,
  attemptNo: 'N1',
  orderId: 3,
  tradeNo: 'T1',
  accountId: 4,
  email: 'a@example.com',
  payAmount: 1000,
  payCurrency: 'CNY',
  reasons: ['number'],
  hasOtherPrices: false,
  effect: 'settled',
  receiptId: null,
  exact: true,
  ...values,
})
const [booked, alike] = [match({ effect: 'linked' }), match({ effect: 'linked', reasons: ['amount'] })]
const other = { orderId: 9 }

test.each<[string, Rule, Match[], 'matched' | 'booked' | null]>([
  ['none', named, [], null],
  ['one with our number', named, [match({})], 'booked'],
  ['… whose money is credited', named, [match({ effect: 'credited' })], 'booked'],
  ['… that is booked already', named, [booked], 'matched'],
  ['… of another amount', named, [match({ exact: false })], null],
  ['… of a booked one with another amount', named, [match({ effect: 'linked', exact: false })], null],
  ['… for which another price was asked too', named, [match({ hasOtherPrices: true })], null],
  ['… which does not matter once it is booked', named, [match({ effect: 'linked', hasOtherPrices: true })], 'matched'],
  ['… that was paid before', named, [match({ effect: 'paid_again' })], null],
  ['… and one of its amount', named, [match({ ...other, reasons: ['amount'] }), match({})], 'booked'],
  ['two with our number', named, [match({}), match(other)], null],
  ['one of its amount, by our number', named, [alike], null],
  ['one of its amount', similar, [alike], 'matched'],
  ['two of its amount', similar, [alike, { ...alike, ...other }], null],
  ['… one of which is not booked', similar, [alike, match({ ...other, reasons: ['amount'] })], 'matched'],
  ['… one of which is not exact', similar, [{ ...alike, ...other, exact: false }, alike], 'matched'],
  ['one that a member names, of another amount', similar, [match({ effect: 'linked', reasons: ['declared'] })], null],
  ['one of its amount that a member names', similar, [{ ...alike, reasons: ['declared', 'amount'] }], 'matched'],
  ['one of its amount, while a member names another', similar, [alike, match({ ...other, reasons: ['declared'] })], null],
  ['one of its amount, while another has our number', similar, [alike, match(other)], null],
])('a line with %s', (_, rule, matches, status) => {
  const decision = rule.decide(matches)
  expect(decision?.status ?? null).toBe(status)
  if (decision) expect(decision.match.orderId).toBe(3)
})

test('a file of staff who gain by a payment books none of it, but links it', () => {
  const rule = bookingNoneOf(named, new Set([4]))
  expect(rule.scope).toBe('named')
  const [free, linked] = [match({ accountId: 5 }), match({ effect: 'linked' })]
  expect([[match({})], [free], [linked], []].map((matches) => rule.decide(matches)?.status)).toEqual([
    undefined,
    'booked',
    'matched',
    undefined,
  ])
  expect(similar.scope).toBe('all')
})
