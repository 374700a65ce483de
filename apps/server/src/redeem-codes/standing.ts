import type { RedeemStanding } from '@portico/contract/redeem-codes'
import type { NamedPlan } from '../plans/plans.table.ts'
import { aheadOf } from '../subscriptions/parts/parts.ts'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'

export type Standing = Omit<RedeemStanding, 'plan_name'> & { plan: NamedPlan | null }

/** What a member holds, in figures to compare before and after. */
export function standing(subscription: SubscriptionRow, plan: NamedPlan | null, balance: number, now: Date): Standing {
  const active = isActive(subscription, now)
  const ahead = active ? aheadOf(subscription) : null
  return {
    plan,
    expired_at: subscription.expiresAt?.toISOString() ?? null,
    starts_by: active ? (subscription.startsBy?.toISOString() ?? null) : null,
    active,
    permanent: active && subscription.expiresAt === null,
    transfer_enable: subscription.transferEnable,
    traffic_left: active ? Math.max(0, subscription.transferEnable - subscription.up - subscription.down) : 0,
    ahead: ahead && { begins_at: ahead.begins.toISOString(), bytes: ahead.bytes },
    balance,
  }
}
