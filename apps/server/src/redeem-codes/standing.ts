import type { RedeemStanding } from '@portico/contract/redeem-codes'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'

/** What a member has: the same figures before and after, for comparison. */
export function standing(subscription: SubscriptionRow, planName: string | null, balance: number, now: Date): RedeemStanding {
  const active = isActive(subscription, now)
  return {
    plan_name: planName,
    expired_at: subscription.expiresAt?.toISOString() ?? null,
    active,
    permanent: active && subscription.expiresAt === null,
    transfer_enable: subscription.transferEnable,
    traffic_left: active ? Math.max(0, subscription.transferEnable - subscription.up - subscription.down) : 0,
    balance,
  }
}
