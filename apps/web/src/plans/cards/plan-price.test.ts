import { cheapestMonth } from '@portico/contract/plans'
import { percentOff } from '@portico/contract/promotions'
import { afterAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'
import { basicPlan } from '../../../test/plan.ts'

fakeBrowser()
const { pickedOut } = await import('./picked-out.ts')
const { cheaperBy, eachMonth, priceThen, savingsOf, saysPercent } = await import('./plan-price.ts')
afterAll(() => void vi.unstubAllGlobals())

const plan = basicPlan
const off = { period: 'month_price' as const, amount: 500, name: 'Half', percent: 50, first_order: false, ends_at: null }

test('a longer period is named with its price per month, rounded up, only while it is cheaper', () => {
  expect(cheaperBy(plan, 'month_price')).toEqual({ period: 'year_price', amount: 834 })
  expect(cheaperBy(plan, 'year_price')).toBe(null)
  expect(cheaperBy(plan, 'onetime_price')).toBe(null)
  expect(cheaperBy({ ...plan, promotions: [off] }, 'month_price')).toBe(null)
  expect(cheaperBy({ ...plan, month_price: null }, 'year_price')).toBe(null)
})

test('a period saves between what it saves on the plans that are sold for it; the price a month of a longer period is that of every order, not of the first', () => {
  const periods = (): ('month_price' | 'year_price')[] => ['month_price', 'year_price']
  expect(savingsOf([plan, { ...plan, year_price: 9000 }], periods, 'year_price')).toEqual({ least: 16, most: 25 })
  expect(savingsOf([plan, { ...plan, year_price: 12_000 }], periods, 'year_price')).toEqual({ least: 0, most: 16 })
  expect(savingsOf([plan], periods, 'month_price')).toEqual({ least: 0, most: 0 })
  expect(savingsOf([plan], periods, 'quarter_price')).toEqual({ least: 0, most: 0 })
  expect([eachMonth(plan, 'year_price'), eachMonth(plan, 'month_price'), eachMonth(plan, 'onetime_price')]).toEqual([833, null, null])
  const first = { ...off, period: 'year_price' as const, first_order: true }
  expect(eachMonth({ ...plan, promotions: [first] }, 'year_price')).toBe(833)
  expect(eachMonth({ ...plan, year_price: 0 }, 'year_price')).toBeNull()
})

test('Chinese counts what is left of the price', () => {
  expect([5, 15, 20, 95].map((percent) => percentOff(percent, 'zh-CN'))).toEqual(['95 折', '85 折', '8 折', '0.5 折'])
  expect(percentOff(20, 'en')).toBe('20% off')
})

test('the lowest monthly price counts promotions, and not plans that are sold out or not sold by the month', () => {
  expect(cheapestMonth([])).toBe(null)
  expect(cheapestMonth([{ ...plan, month_price: null }])).toBe(null)
  expect(cheapestMonth([plan, { ...plan, month_price: 900, places_left: 0 }])).toEqual({ amount: 1000, currency: 'CNY' })
  expect(cheapestMonth([plan, { ...plan, promotions: [off] }])).toEqual({ amount: 500, currency: 'CNY' })
  expect(cheapestMonth([{ ...plan, month_price: 0 }])).toBe(null)
})

test('a plan stands out if it alone has a tag', () => {
  const tagged = { ...plan, id: 2, tags: ['Popular'] }
  expect(pickedOut([plan, tagged])).toBe(tagged)
  expect(pickedOut([plan, tagged, { ...tagged, id: 3 }])).toBe(null)
  expect(pickedOut([plan])).toBe(null)
})

test('a promotion named after its percentage is recognised; what only a first order gets ends after it: then the full price is due', () => {
  const named = (name: string): boolean => saysPercent({ ...off, name, percent: 5 })
  expect(['WELCOME 5%', '新人 5 %', '立减5％'].map(named)).toEqual([true, true, true])
  expect(saysPercent({ ...off, name: '新人 95 折', percent: 5 })).toBe(true)
  expect(['WELCOME', 'Summer 15%', 'Now 2.5%', '50%', '5 days'].map(named)).toEqual([false, false, false, false, false])
  expect(priceThen({ ...plan, promotions: [{ ...off, first_order: true }] }, 'month_price')).toBe(plan.month_price)
  expect(priceThen({ ...plan, promotions: [off] }, 'month_price')).toBeNull()
  expect(priceThen({ ...plan, promotions: [{ ...off, first_order: true }] }, 'year_price')).toBeNull()
})
