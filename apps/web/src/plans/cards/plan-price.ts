import { type Period, periodMonths, PERIODS } from '@portico/contract/periods'
import { type Plan, priceNow } from '@portico/contract/plans'
import { percentOff } from '@portico/contract/promotions'

/** The full price that follows a first order at a promoted one; null: the price stays. Minor units. */
export function priceThen(plan: Plan, period: Period): number | null {
  return plan.promotions.some((one) => one.period === period && one.first_order) ? plan[period] : null
}

/** Whether a promotion's name already contains its percentage, as in "Welcome 5%" or “新人 95 折”. */
export function saysPercent({ name, percent }: Plan['promotions'][number]): boolean {
  return new RegExp(`(?<![\\d.])(${percent}\\s?[%％]|${Number.parseFloat(percentOff(percent, 'zh-CN'))}\\s?折)`).test(name)
}

/** The periods that visitors are offered: only holders can reset their traffic. */
export function cyclesOf(plans: Plan[]): Period[] {
  return PERIODS.filter((period) => period !== 'reset_price' && plans.some((plan) => plan[period] !== null))
}

/** Saving per month of a longer period over the shortest offered, in whole percent, rounded down. Ignores what only first orders get. */
export function savingOf(plan: Plan, offered: Period[], period: Period): { percent: number; than: Period } | null {
  const shortest = offered.find((one) => periodMonths[one] !== null)
  const months = periodMonths[period]
  const price = lasting(plan, period)
  if (!shortest || months === null || price === 0) return null
  const full = lasting(plan, shortest) * months
  const paid = price * (periodMonths[shortest] ?? 1)
  const percent = paid < full ? Math.floor(((full - paid) * 100) / full) : 0
  return percent > 0 ? { percent, than: shortest } : null
}

/** Least and greatest saving of a period over the plans, in percent. */
export function savingsOf<P extends Plan>(plans: P[], periodsOf: (plan: P) => Period[], period: Period): { least: number; most: number } {
  const savings = plans.flatMap((plan) => {
    const offered = periodsOf(plan)
    return offered.includes(period) ? [savingOf(plan, offered, period)?.percent ?? 0] : []
  })
  return savings.length === 0 ? { least: 0, most: 0 } : { least: Math.min(...savings), most: Math.max(...savings) }
}

/** A longer period's price per month, rounded to the minor unit; null for a month, for what has no months and for what is free. */
export function eachMonth(plan: Plan, period: Period): number | null {
  const months = periodMonths[period]
  const price = lasting(plan, period)
  return months === null || months === 1 || price === 0 ? null : Math.round(price / months)
}

/** The price without what only a first order gets. */
function lasting(plan: Plan, period: Period): number {
  return priceThen(plan, period) ?? priceNow(plan, period)
}

const LONGER = ['quarter_price', 'half_year_price', 'year_price', 'two_year_price', 'three_year_price'] as const satisfies Period[]

/** The period with the lowest price per month, if it is below that of the given one. Rounded up to the minor unit. */
export function cheaperBy(plan: Plan, than: Period): { period: (typeof LONGER)[number]; amount: number } | null {
  if (periodMonths[than] === null) return null
  const perMonth = (period: Period): number => Math.ceil(priceNow(plan, period) / (periodMonths[period] ?? 1))
  const sold = LONGER.filter((period) => plan[period] !== null)
  const [best] = sold.map((period) => ({ period, amount: perMonth(period) })).toSorted((a, b) => a.amount - b.amount)
  return best && best.amount < perMonth(than) ? best : null
}
