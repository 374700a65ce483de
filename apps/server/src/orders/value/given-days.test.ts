import { expect, test } from 'vitest'
import { empty } from '../../../test/empty-subscription.ts'
import { periodMonths } from '@portico/contract/periods'
import { noLimits } from '../../subscriptions/conditions.ts'
import { newTerm, termAfter } from '../../subscriptions/change-subscription.ts'
import { giftChange } from '../../subscriptions/gift-subscription.ts'
import { unusedOf } from './surplus.ts'

// Every day of a cycle × what was used of it × days given: the paid order is worth the same before and after.

const GB = 2 ** 30
const DAY = 86_400_000
const zone = 'Asia/Shanghai'
const bought = new Date('2027-04-10T04:00:00Z')
const conditions = { groupId: 1, transferEnable: 100 * GB, ...noLimits, resetMode: 'monthly' as const }
const rate = { bytes: 100 * GB, days: 30 }
/** Cycles from 10 April: 30, 31 and 30 days. Resets are at midnight, so the first cycle is shorter by twelve hours. */
const FIRST_CYCLE = 29.5 * DAY
const PERIODS = { month_price: 10_000, quarter_price: 27_000, year_price: 96_000 } as const

/** By hand: whole cycles to come, and of this one the time or the traffic left, whichever is less. */
function worth(price: number, months: number, day: number, percent: number): number {
  const length = months === 1 ? 30 * DAY : FIRST_CYCLE
  const time = (length - day * DAY) / length
  const share = Math.max(0, Math.min(time, (100 - percent) / 100))
  return Math.floor((price * (months - 1 + share)) / months + 1e-6)
}

for (const [period, price] of Object.entries(PERIODS) as [keyof typeof PERIODS, number][]) {
  const months = periodMonths[period]!
  const { term, end } = termAfter(empty, { planId: 7, months, ...conditions }, bought, zone)
  const held = { ...empty, ...newTerm(empty, conditions), ...term }
  const order = {
    id: 1,
    period,
    paid: price,
    termStart: bought,
    begunAt: bought,
    termEnd: end,
    quota: 100 * GB,
    resetMode: 'monthly',
    usedBefore: 0,
  } as const

  test.each([1, 2, 3, 5, 7, 15, 30])(
    `${period}: %i given days make no more and no less of it, on each day and whatever was used`,
    (days) => {
      const wrong: object[] = []
      for (let day = 0; day < 30; day++) {
        const now = new Date(bought.getTime() + day * DAY)
        for (const percent of [0, 50, 95, 100]) {
          const used = { ...held, down: (percent / 100) * 100 * GB }
          const given = { ...used, ...giftChange(used, { kind: 'days', days }, { now, zone, rate, onTrial: false }) }
          const [before] = unusedOf([order], used, now, zone)
          const [after] = unusedOf([order], given, now, zone)
          const right = worth(price, months, day, percent)
          if (before !== right || after !== right) wrong.push({ day, percent, before, after, right })
          expect(given.expiresAt!.getTime() - used.expiresAt!.getTime()).toBe(days * DAY)
          expect(given).toMatchObject({ nextResetAt: used.nextResetAt, anchorDay: used.anchorDay, transferEnable: used.transferEnable })
        }
      }
      expect(wrong).toEqual([])
    },
  )
}
