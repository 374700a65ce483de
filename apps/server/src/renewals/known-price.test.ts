import { expect, test } from 'vitest'
import type { Settings } from '@portico/contract/settings-admin'
import { NOTICE_MS } from '../plans/prices/note-changes.ts'
import { firstTry, type KnownPrices, mostAt, type Price } from './known-price.ts'

const renewal = new Date('2027-01-31T00:00:00Z')
/** Announced this long before the renewal. */
const told = (ms: number, price: number, fee = 0) => ({ price, fee, toldAt: new Date(renewal.getTime() - ms) })
const known = (accepted: Price | null, ...later: KnownPrices['told']): KnownPrices => ({ period: 'month_price', accepted, told: later })
const ten = { price: 1000, fee: 30 }
const inTime = NOTICE_MS
const late = NOTICE_MS - 1

test.each<[string, KnownPrices, Price | null]>([
  ['nothing is known', known(null), null],
  ['the accepted price', known(ten), ten],
  ['a higher price, announced seven days before', known(ten, told(inTime, 1500, 30)), { price: 1500, fee: 30 }],
  ['a higher price, announced a moment later', known(ten, told(late, 1500, 30)), ten],
  ['a lower price at once', known(ten, told(late, 900, 30)), { price: 900, fee: 30 }],
  ['a lower fee at once', known(ten, told(late, 1500, 10)), { price: 1000, fee: 10 }],
  ['of two announced in time, the later', known(ten, told(2 * inTime, 1500), told(inTime, 1200)), { price: 1200, fee: 0 }],
  ['… though it is the higher', known(ten, told(2 * inTime, 1200), told(inTime, 1500)), { price: 1500, fee: 0 }],
  ['one in time, and a higher one too late', known(ten, told(inTime, 1500), told(late, 1800)), { price: 1500, fee: 0 }],
  ['one in time, and a lower one since', known(ten, told(inTime, 1500), told(late, 1100)), { price: 1100, fee: 0 }],
  ['nothing accepted, and one announced late', known(null, told(late, 1500, 40)), null],
  ['nothing accepted, and one announced in time', known(null, told(inTime, 1500, 40)), { price: 1500, fee: 40 }],
])('the most that a renewal may cost: %s', (_, prices, most) => {
  expect(mostAt(prices, renewal)).toEqual(most)
})

test('a renewal is first tried some hours before the end, or now if that is past', () => {
  const settings = { 'renewal.hours_before': 24 } as Settings
  const dayBefore = new Date('2027-01-30T00:00:00Z')
  const hour = 3_600_000
  expect(firstTry(renewal, settings, new Date(dayBefore.getTime() - hour))).toEqual(dayBefore)
  expect(firstTry(renewal, settings, new Date(dayBefore.getTime() + hour))).toEqual(new Date(dayBefore.getTime() + hour))
})
