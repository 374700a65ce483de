import { type Period, periodMonths } from '@portico/contract/periods'
import { type MemberPlan, soldPeriods } from '@portico/contract/plans'
import type { Subscription } from '@portico/contract/subscriptions'
import type { MessageKey } from '../i18n.ts'

/**
 * Periods a member can order a plan for. Who holds it permanently has nothing to renew by months, and months cannot become
 * permanent; a traffic reset is not a period to buy a plan for.
 */
export function offeredPeriods(plan: MemberPlan, subscription: Pick<Subscription, 'expired_at'>): Period[] {
  const sold = soldPeriods(plan).filter((period) => period !== 'reset_price')
  if (!plan.held) return sold
  const permanent = subscription.expired_at === null
  return sold.filter((period) => (periodMonths[period] === null) === permanent)
}

/** Why a member can neither buy nor renew a plan, as a message; null where he can. */
export function whyNot(plan: MemberPlan, all: MemberPlan[]): MessageKey | null {
  if (plan.held ? plan.can_renew : plan.can_buy) return null
  if (plan.held) return 'plans.no_renew'
  if (plan.places_left === 0) return 'plan.sold_out'
  return all.some((one) => one.held) ? 'plans.other_active' : 'plans.not_sold'
}
