import type { Period } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'

/** The current price of a period, with any running promotion. Minor units; 0 if it is free or not sold. */
export function priceNow(plan: Plan, period: Period): number {
  return plan.promotions.find((one) => one.period === period)?.amount ?? plan[period] ?? 0
}
