import type { Period } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'

/** What a period costs at this moment, with the promotion that runs. Minor units; 0 where it is free or not sold. */
export function priceNow(plan: Plan, period: Period): number {
  return plan.promotions.find((one) => one.period === period)?.amount ?? plan[period] ?? 0
}
