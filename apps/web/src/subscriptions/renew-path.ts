import { PERIODS } from '@portico/contract/periods'
import type { Subscription } from '@portico/contract/subscriptions'

/** Where a plan is renewed, for the period it was last bought for. */
export function renewPath({ plan_id: plan, period }: Pick<Subscription, 'plan_id' | 'period'>): string {
  if (plan === null) return '/user/plans'
  return `/user/plan/${plan}/${PERIODS.indexOf(period ?? 'month_price') + 1}`
}
