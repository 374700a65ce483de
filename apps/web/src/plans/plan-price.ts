import { type Period, periodMonths, PERIODS } from '@portico/contract/periods'
import { type Plan, priceNow } from '@portico/contract/plans'

/** The full price that follows a first order at a promoted one; null: the price stays. Minor units. */
export function priceThen(plan: Plan, period: Period): number | null {
  return plan.promotions.some((one) => one.period === period && one.first_order) ? plan[period] : null
}

/** Whether a promotion's name already contains its percentage, as in "Welcome 5%". */
export function saysPercent({ name, percent }: Plan['promotions'][number]): boolean {
  return new RegExp(`(?<![\\d.])${percent}\\s?[%％]`).test(name)
}

/** The periods that visitors are offered: only holders can reset their traffic. */
export function cyclesOf(plans: Plan[]): Period[] {
  return PERIODS.filter((period) => period !== 'reset_price' && plans.some((plan) => plan[period] !== null))
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
