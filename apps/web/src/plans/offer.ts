import type { OrderType } from '@portico/contract/order-status'
import type { Quote } from '@portico/contract/orders'
import { type Period, periodMonths } from '@portico/contract/periods'
import { type MemberPlan, soldPeriods } from '@portico/contract/plans'
import type { Subscription } from '@portico/contract/subscriptions'
import type { MessageKey } from '../i18n.ts'

type Term = Pick<Subscription, 'expired_at'>

/**
 * Periods a member can order a plan for. Holders renew on their own kind of term, by months or permanent. The other kind is a
 * change, if that is possible. Only holders can reset their traffic.
 */
export function offeredPeriods(plan: MemberPlan, term: Term): Period[] {
  return soldPeriods(plan).filter((period) => {
    const kind = purchaseKind(plan, period, term)
    if (kind === 'reset') return plan.held && plan.can_reset
    return !plan.held || kind === 'renew' || plan.can_change
  })
}

/** Type of order for a plan and period: a recently ended plan is renewed; another is a change if possible, else new. */
export function purchaseKind(plan: MemberPlan, period: Period, { expired_at }: Term): OrderType {
  if (period === 'reset_price') return 'reset'
  if (plan.held) return (expired_at === null) === (periodMonths[period] === null) ? 'renew' : 'change'
  if (plan.can_renew) return 'renew'
  return plan.can_change ? 'change' : 'new'
}

/** Whether the plan runs, or ended recently and can be renewed. */
export const isOwn = ({ held, can_renew }: MemberPlan): boolean => held || can_renew

/** The message why a member cannot have a plan for that period; null: they can. */
export function refusalOf(plan: MemberPlan, all: MemberPlan[], kind: OrderType): MessageKey | null {
  if (kind === 'reset') return plan.can_reset ? null : 'plans.no_reset'
  if (kind === 'renew') return plan.can_renew ? null : 'plans.no_renew'
  if (plan.can_buy || plan.can_change) return null
  if (plan.places_left === 0) return 'plan.sold_out'
  return all.some((one) => one.held) ? 'plans.other_active' : 'plans.not_sold'
}

/** Share of used traffic from which a reset is offered. */
const NEARLY_USED = 0.8

export function isNearlyUsed({ u, d, transfer_enable }: Pick<Subscription, 'u' | 'd' | 'transfer_enable'>): boolean {
  return transfer_enable > 0 && u + d >= transfer_enable * NEARLY_USED
}

/** The value of the plan that is given up, and the part of it beyond the price. Minor units. */
export function restOf({ lines, credit_amount }: Pick<Quote, 'lines' | 'credit_amount'>): { worth: number; credit: number } {
  const counted = lines.find(({ kind }) => kind === 'surplus')?.amount ?? 0
  return { worth: credit_amount - counted, credit: credit_amount }
}
