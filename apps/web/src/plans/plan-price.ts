import { type Period, periodMonths, PERIODS } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'

/** The current price of a period, with any running promotion. Minor units; 0 if it is free or not sold. */
export function priceNow(plan: Plan, period: Period): number {
  return plan.promotions.find((one) => one.period === period)?.amount ?? plan[period] ?? 0
}

/** Whether a promotion's name already contains its percentage, as in "Welcome 5%". */
export function saysPercent({ name, percent }: Plan['promotions'][number]): boolean {
  return new RegExp(`(?<![\\d.])${percent}\\s?[%％]`).test(name)
}

/** The periods that visitors are offered: only holders can reset their traffic. */
export function cyclesOf(plans: Plan[]): Period[] {
  return PERIODS.filter((period) => period !== 'reset_price' && plans.some((plan) => plan[period] !== null))
}

/** The lowest price of a month among plans sold by the month; null if none is, or the lowest is free. */
export function cheapestMonth(plans: Plan[]): { amount: number; currency: string } | null {
  const monthly = plans.filter((plan) => plan.month_price !== null && plan.places_left !== 0)
  const [cheapest] = monthly
    .map((plan) => ({ amount: priceNow(plan, 'month_price'), currency: plan.currency }))
    .toSorted((a, b) => a.amount - b.amount)
  return cheapest && cheapest.amount > 0 ? cheapest : null
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
