import type { Period } from '@portico/contract/periods'
import { periodMonths } from '@portico/contract/periods'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bought, unusedOf as reckoned } from '../../test/model/money-oracle.ts'
import { addMonths } from '../calendar.ts'
import { type RunningOrder, unusedOf } from './surplus.ts'

// Any orders one after the other, at any moment, against the rules reckoned a second time from decision 51.

const HOUR = 3_600_000
const TERMS = ['month_price', 'quarter_price', 'half_year_price', 'year_price', 'two_year_price'] as const
const sold = fc.record({ period: fc.constantFrom<Period>(...TERMS), paid: fc.nat(100_000) })
const scene = fc.record({
  zone: fc.constantFrom('UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York'),
  /** On the 1st to 28th, at a full hour after the clocks change, if they do. */
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 4, max: 20 }),
  orders: fc.array(sold, { minLength: 1, maxLength: 3 }),
  /** Hours since the first began, and hours that an operator cut or gave. */
  since: fc.nat(24 * 500),
  moved: fc.integer({ min: -24 * 200, max: 24 * 40 }),
  used: fc.nat(130),
})

const QUOTA = 100

test('the unused part of terms is what the rules say', () => {
  fc.assert(
    fc.property(scene, ({ zone, day, hour, orders, since, moved, used }) => {
      const begin = addMonths(new Date(Date.UTC(2027, 0, day, hour)), 0, day, 'UTC')
      const now = new Date(begin.getTime() + since * HOUR)
      const anchorDay = Number(new Intl.DateTimeFormat('en', { timeZone: zone, day: 'numeric' }).format(begin))
      let from = begin
      const running: RunningOrder[] = orders.map(({ period, paid }, id) => {
        const [termStart, termEnd] = [from, addMonths(from, periodMonths[period]!, anchorDay, zone)]
        from = termEnd
        return { id, period, paid, termStart, termEnd, quota: QUOTA }
      })
      const expiresAt = new Date(from.getTime() + moved * HOUR)
      if (expiresAt <= now) return
      const term = { expiresAt, anchorDay, transferEnable: QUOTA, up: 0, down: used }
      const service = { end: expiresAt, anchorDay, zone, bytes: QUOTA, traffic: [{ used }] }
      expect(unusedOf(running, term, now, zone)).toEqual(reckoned(running.map(bought), service, now))
    }),
    { numRuns: 500 },
  )
})

const when = { now: new Date('2027-01-11T00:00Z'), anchorDay: 1, zone: 'UTC' }
const january: RunningOrder = {
  id: 1,
  period: 'month_price',
  paid: 3100,
  termStart: new Date('2027-01-01T00:00Z'),
  termEnd: new Date('2027-02-01T00:00Z'),
  quota: QUOTA,
}

test('days that an operator took away are worth nothing', () => {
  const term = { expiresAt: new Date('2027-01-15T00:00Z'), anchorDay: 1, transferEnable: QUOTA, up: 0, down: 0 }
  // 4 of 31 days
  expect(unusedOf([january], term, when.now, when.zone)).toEqual([400])
})

test('a gift of traffic makes no more of a permanent plan than was sold', () => {
  const permanent: RunningOrder = { ...january, period: 'onetime_price', termEnd: null }
  const term = { expiresAt: null, anchorDay: null, transferEnable: QUOTA + 50, up: 0, down: 0 }
  expect(unusedOf([permanent], term, when.now, when.zone)).toEqual([3100])
})

function bought({ id, period, paid, termStart, termEnd }: RunningOrder): Bought {
  const funds = [{ origin: 1, amount: paid, outside: true }]
  return { id, funds, start: termStart, end: termEnd, cycles: periodMonths[period] ?? 1, isPack: false, bytes: 0 }
}
